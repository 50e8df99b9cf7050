import InteractionCore
import Testing

/// The client holds the pages at the release offset until the verdict or the hold's expiry.
@Suite struct SwipeHoldTests {
  /// Returns a session whose swipe from tab 1 to 2 was released at 300 ms.
  private static func released(
    at translation: Double = -200, _ preset: Preset = .refined
  ) -> PagePlayer {
    var player = PagePlayer(.sliding(preset), selected: 1)
    player.play(100, .swipe(.began, -12))
    player.play(300, .swipe(.ended, translation))
    return player
  }

  @Test("D7: while a finger drags, the client knows for how long to hold; 0.4 s by default")
  func hold() {
    var experience = Experience.sliding()
    for hold in [TimeSpan.milliseconds(400), .milliseconds(250)] {
      var player = PagePlayer(experience, selected: 1)
      player.play(100, .swipe(.began, -12))
      guard case .interactive(_, hold) = player.session.snapshot.tabPages?.phase else {
        Issue.record("not held for \(hold)")
        return
      }
      experience.tabBar.transition?.hold = .milliseconds(250)
    }
  }

  @Test("D7 X5: let go before the verdict, the tab is the former one again, without animation")
  func expired() {
    var player = Self.released()
    #expect(player.selected == 2)
    #expect(
      player.play(800, .holdExpired(.tabs)) == [
        "#1 cancelled, resets 1 2", "select 2→1 programmatic",
      ])
    #expect(player.timeline == nil)
    #expect(player.selected == 1)
    #expect(player.session.snapshot.tabPages?.phase == .idle(.cancelled))
    #expect(player.session.nextDeadline == nil)
    #expect(player.report(900, .cancelled, of: 2) == [])
    #expect(player.play(1_000, .holdExpired(.tabs)) == [])
    #expect(player.play(1_100, .swipe(.began, -12)) == ["#2 drags 1→2"])
  }

  @Test("D7: literal takes the same branch, and puts back the page that left")
  func literal() {
    var player = Self.released(.literal)
    #expect(
      player.play(800, .holdExpired(.tabs)) == [
        "#1 cancelled, resets 1", "select 2→1 programmatic",
      ])
  }

  @Test("D7: the verdict was to go back anyway: nothing more to do")
  func returning() {
    var player = Self.released(at: -40)
    #expect(player.play(800, .holdExpired(.tabs)) == [])
    #expect(player.report(1_050, of: player.lastDirective) == ["#1 cancelled, resets 1 2"])
    #expect(player.selected == 1)
  }

  @Test("D7: once the slide is over, or another has begun, nothing is taken back")
  func tooLate() {
    var over = Self.released()
    over.report(700, of: over.lastDirective)
    #expect(over.play(800, .holdExpired(.tabs)) == [])
    #expect(over.selected == 2)

    var other = Self.released()
    other.play(700, .tapTab(index: 4))
    #expect(other.play(800, .holdExpired(.tabs)) == [])
    #expect(other.selected == 4)
    #expect(other.report(1_500, of: other.lastDirective) == ["#2 finished, resets 2 4"])
  }

  @Test("D7: what no finger let go of is not held")
  func noRelease() {
    var player = PagePlayer(.sliding(), selected: 1)
    #expect(player.play(100, .holdExpired(.tabs)) == [])
    player.play(200, .tapTab(index: 2))
    #expect(player.play(300, .holdExpired(.tabs)) == [])
    #expect(player.selected == 2)
    player.report(1_000, of: player.lastDirective)
    player.play(1_100, .swipe(.began, -40))
    #expect(player.play(1_200, .holdExpired(.tabs)) == [])
    #expect(player.play(1_300, .swipe(.ended, -200)) == ["select 2→3 user; #2 runs 2→3"])
  }

  @Test("D7: another target's hold is another matter", arguments: [HoldTarget.floor, .back])
  func otherTarget(target: HoldTarget) {
    var player = Self.released()
    #expect(player.play(800, .holdExpired(target)) == [])
    #expect(player.selected == 2)
  }

  @Test("D7 T14: who takes a tab back says so with a newer generation")
  func generations() {
    var player = PagePlayer(.sliding(), selected: 1)
    var model = ClientModel(player.session.snapshot)
    let events: [InteractionEvent.Kind] = [
      .swipe(.began, -12), .swipe(.ended, -200), .holdExpired(.tabs), .tapTab(index: 2),
    ]
    for (index, kind) in events.enumerated() {
      player.play(Int64(index + 1) * 100, kind)
      for directive in player.directives { model.apply(directive) }
      #expect(model.snapshot == player.session.snapshot)
    }
  }
}
