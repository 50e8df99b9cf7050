import InteractionCore
import Testing

/// The ends of a slide, exactly one for each.
@Suite struct SlideEndTests {
  /// Returns a session in which directive 1 slides from tab 0 to 2 since 100 ms.
  private static func running(
    _ experience: Experience = .sliding(), in surface: Surface = .phone
  ) -> PagePlayer {
    var player = PagePlayer(experience, in: surface)
    player.play(100, .tapTab(index: 2))
    return player
  }

  @Test("X4: the report on its directive ends it, and it alone")
  func report() {
    var player = Self.running()
    #expect(player.report(300, of: 2) == [])
    #expect(player.report(400, of: 0) == [])
    #expect(player.report(500, .cancelled, of: 99) == [])
    #expect(player.session.snapshot.tabPages?.phase == .running)
    #expect(player.report(850, of: 1) == ["#1 finished, resets 0 2"])
    #expect(player.report(860, of: 1) == [])
    #expect(player.report(870, .cancelled, of: 1) == [])
    #expect(player.session.nextDeadline == nil)
    #expect(player.session.snapshot.tabPages?.phase == .idle(.finished))
  }

  @Test("X4: a late report on the slide before does not end this one")
  func formerReport() {
    var player = Self.running()
    player.play(200, .tapTab(index: 1))
    let current = player.lastDirective
    #expect(player.report(850, of: 1) == [])
    #expect(player.report(900, of: current) == ["#2 finished, resets 2 1"])
  }

  @Test("X2 X4: without a word it is over 2 s after it should be")
  func watchdog() {
    var player = Self.running()
    #expect(player.session.nextDeadline == .milliseconds(2_850))
    #expect(player.play(2_849, .tick) == [])
    #expect(player.play(3_500, .tick) == ["#1 finished, resets 0 2"])
    #expect(player.directives.map(\.at) == [.milliseconds(2_850)])
    #expect(player.directives.map(\.cause) == [.deadline(name: "transition")])
    #expect(player.report(3_600, of: 1) == [])
    #expect(player.session.nextDeadline == nil)
  }

  @Test("X4 S5: a report stamped after the deadline finds it over")
  func lateReport() {
    var player = Self.running()
    #expect(player.report(2_851, .cancelled, of: 1) == ["#1 finished, resets 0 2"])
    #expect(player.directives.map(\.cause) == [.deadline(name: "transition")])
  }

  @Test("X4 S5: a server's tick lets it end as well")
  func serverTick() {
    var player = Self.running()
    #expect(player.session.nextServerDeadline == .milliseconds(2_850))
    #expect(player.play(2_850, .serverTick) == ["#1 finished, resets 0 2"])
  }

  @Test("X4 D4: with reduced motion only the 2 s remain")
  func calm() {
    var player = Self.running(in: .calmPhone)
    #expect(player.session.snapshot.tabPages?.phase == .running)
    #expect(player.session.nextDeadline == .milliseconds(2_100))
    #expect(player.play(2_100, .tick) == ["#1 finished, resets 0 2"])
  }

  @Test("X4 S3: in the background it ends at once, once")
  func background() {
    var player = Self.running()
    #expect(player.play(200, .background) == ["#1 finished, resets 0 2"])
    #expect(player.report(300, .cancelled, of: 1) == [])
    #expect(player.play(5_000, .foreground) == ["snapshot"])
    #expect(player.session.snapshot.tabPages?.phase == .idle(.finished))
    #expect(player.selected == 2)
  }

  @Test("X4 D5: a rotation ends it before everything is laid out anew")
  func rotation() {
    var player = Self.running()
    #expect(
      player.play(200, .surface(.turnedPhone)) == ["#1 finished, resets 0 2", "snapshot"])
    #expect(player.report(300, .cancelled, of: 1) == [])
    player.play(400, .tapTab(index: 0))
    #expect(player.timeline?.value(.page(2), .translateX, at: .seconds(1)) == 822)
  }

  @Test("X6: banners of both pages stand still while the pages move, and go on after")
  func banners() {
    let banners = [SourceID.home, .feed].map {
      CarouselDefinition(source: $0, count: 3, interval: .seconds(3))
    }
    var player = PagePlayer(.sliding(carousels: banners))
    for source in [SourceID.home, .feed] {
      player.play(0, .contentSize(source: source, size: Size(width: 112_500, height: 100)))
    }
    #expect(player.session.nextDeadline == .milliseconds(3_000))
    player.play(1_000, .tapTab(index: 1))
    #expect(player.session.nextDeadline == .milliseconds(3_750))
    #expect(player.play(3_500, .tick) == [])
    #expect(player.report(3_600, of: 1) == ["#1 finished, resets 0 1"])
    #expect(player.session.nextDeadline == .milliseconds(6_600))
    player.play(4_000, .swipe(.began, 40))
    #expect(player.session.nextDeadline == nil)
    player.play(5_000, .swipe(.cancelled))
    player.report(5_500, of: player.lastDirective)
    #expect(player.session.nextDeadline == .milliseconds(8_500))
    #expect(player.play(8_500, .tick).allSatisfy { $0.hasPrefix("turn feed") })
    #expect(!player.directives.isEmpty)
  }
}
