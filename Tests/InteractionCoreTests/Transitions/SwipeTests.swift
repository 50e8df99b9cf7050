import InteractionCore
import Testing

/// Swipes between tabs, recognised by the client, from tab 1 of five.
@Suite struct SwipeTests {
  private static func player(in surface: Surface = .phone) -> PagePlayer {
    PagePlayer(.sliding(), in: surface, selected: 1)
  }

  @Test("X7: the pages follow the finger, and the tab changes when it lifts far enough")
  func switches() {
    var player = Self.player()
    #expect(player.play(100, .swipe(.began, -12)) == ["#1 drags 1→2"])
    #expect(player.play(200, .swipe(.moved, -100)) == [])
    #expect(player.selected == 1)
    #expect(player.play(300, .swipe(.ended, -150)) == ["select 1→2 user; #1 runs 1→2"])
    #expect(player.session.nextDeadline == .milliseconds(3_050))
    #expect(player.report(1_000, of: player.lastDirective) == ["#1 finished, resets 1 2"])
    #expect(player.selected == 2)
  }

  @Test("X7 X5: let go too early, the pages go back and the tab stays")
  func returns() {
    var player = Self.player()
    player.play(100, .swipe(.began, -12))
    #expect(player.play(300, .swipe(.ended, -149)) == ["back; #1 runs 1→2"])
    #expect(player.session.nextDeadline == .milliseconds(3_050))
    #expect(player.selected == 1)
    #expect(player.report(1_000, of: player.lastDirective) == ["#1 cancelled, resets 1 2"])
  }

  /// The release translation, the velocity, and the selected tab; 1 is no switch.
  static let releases: [(translation: Double, velocity: Double, tab: Int)] = [
    (-149, 0, 1), (-150, 0, 2), (-374, 0, 2), (149, 0, 1), (150, 0, 0), (374, 0, 0),
    (-150, 29, 2), (-150, 31, 1), (-374, 31, 1), (150, -29, 0), (150, -31, 1), (374, -31, 1),
    (-150, -100, 2), (150, 100, 0), (-149, -200, 1), (149, 200, 1),
    (-20, -199, 1), (-20, -200, 1), (-20, -201, 2), (20, 199, 1), (20, 200, 1), (20, 201, 0),
    (-20, 201, 1), (-20, 5_000, 1), (20, -201, 1), (20, -5_000, 1), (-374, 5_000, 1),
  ]

  @Test("X7: 40 % of the way unless flung back, or a fling", arguments: releases)
  func release(translation: Double, velocity: Double, tab: Int) {
    var player = Self.player()
    player.play(100, .swipe(.began, translation > 0 ? 12 : -12))
    player.play(300, .swipe(.ended, translation, velocity: velocity))
    #expect(player.selected == tab)
    #expect(player.session.snapshot.tabPages?.phase == .running)
  }

  @Test("X7: lifted over the start, a fling counts in the direction of the pages that move")
  func releaseAtStart() {
    var on = Self.player()
    on.play(100, .swipe(.began, -40))
    #expect(
      on.play(300, .swipe(.ended, 0, velocity: -500)) == ["select 1→2 user; #1 runs 1→2"])
    var back = Self.player()
    back.play(100, .swipe(.began, -40))
    #expect(back.play(300, .swipe(.ended, 0, velocity: 500)) == ["back; #1 runs 1→2"])
  }

  @Test("X7: back over the start, the swipe is cancelled and begins the other way")
  func crossing() {
    var player = Self.player()
    player.play(100, .swipe(.began, -40))
    #expect(player.play(200, .swipe(.moved, 0)) == [])
    #expect(
      player.play(300, .swipe(.moved, 5)) == ["#1 cancelled, resets 1 2", "#2 drags 1→0"])
    #expect(
      player.play(400, .swipe(.moved, -5)) == ["#2 cancelled, resets 1 0", "#3 drags 1→2"])
    #expect(
      player.play(500, .swipe(.ended, 200)) == [
        "#3 cancelled, resets 1 2", "#4 drags 1→0", "select 1→0 user; #4 runs 1→0",
      ])
  }

  @Test("X7: at the ends there is nothing to swipe to")
  func ends() {
    var first = PagePlayer(.sliding(), selected: 0)
    #expect(first.play(100, .swipe(.began, 40)) == [])
    #expect(first.play(200, .swipe(.moved, 300)) == [])
    #expect(first.play(300, .swipe(.moved, -40)) == ["#1 drags 0→1"])
    #expect(first.play(400, .swipe(.moved, 40)) == ["#1 cancelled, resets 0 1"])
    #expect(first.play(500, .swipe(.ended, 300, velocity: 900)) == [])

    var last = PagePlayer(.sliding(), selected: 4)
    #expect(last.play(100, .swipe(.began, -40)) == [])
    #expect(last.play(200, .swipe(.ended, -300, velocity: -900)) == [])
    #expect(last.session.snapshot.tabPages?.number == 0)
  }

  @Test("X7 T11: a right-to-left layout has its tabs the other way round")
  func rightToLeft() {
    var player = Self.player(in: .mirroredPhone)
    #expect(player.play(100, .swipe(.began, -40)) == ["#1 drags 1→0"])
    #expect(player.play(200, .swipe(.moved, 40)) == ["#1 cancelled, resets 1 0", "#2 drags 1→2"])
    #expect(player.play(300, .swipe(.ended, 150)) == ["select 1→2 user; #2 runs 1→2"])
    #expect(player.timeline?.value(.page(1), .translateX, at: .zero) == 150)
    #expect(player.timeline?.value(.page(1), .translateX, at: .seconds(1)) == 385)
    #expect(player.timeline?.value(.page(2), .translateX, at: .zero) == -235)
  }

  @Test("X7 X2: the slide goes on from where the finger left the pages, on the same spring")
  func continues() throws {
    var on = Self.player()
    on.play(100, .swipe(.began, -12))
    on.play(300, .swipe(.ended, -150))
    let slide = try #require(on.timeline)
    #expect(slide.value(.page(1), .translateX, at: .zero) == -150)
    #expect(slide.value(.page(2), .translateX, at: .zero) == 235)
    #expect(slide.value(.page(1), .translateX, at: .seconds(1)) == -385)
    #expect(slide.value(.page(2), .translateX, at: .seconds(1)) == 0)

    var back = Self.player()
    back.play(100, .swipe(.began, 12))
    back.play(300, .swipe(.ended, 100))
    let slideBack = try #require(back.timeline)
    #expect(slideBack.value(.page(1), .translateX, at: .zero) == 100)
    #expect(slideBack.value(.page(0), .translateX, at: .zero) == -285)
    #expect(slideBack.value(.page(1), .translateX, at: .seconds(1)) == 0)
    #expect(slideBack.value(.page(0), .translateX, at: .seconds(1)) == -385)
    let spring = Spring(dampingRatio: 0.75, duration: .milliseconds(750), initialVelocity: 2)
    for track in slide.pageTracks + slideBack.pageTracks {
      #expect(track.easing == .spring(spring))
    }
  }
}
