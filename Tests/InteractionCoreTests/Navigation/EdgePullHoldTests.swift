import InteractionCore
import Testing

/// The client holds the page at the release offset until the verdict or the hold's expiry.
@Suite struct EdgePullHoldTests {
  /// Returns a session whose pull of page `b` was released at 300 ms.
  private static func released(at translation: Double = 200) -> PagePlayer {
    var player = PagePlayer(.paging(), pages: EdgePullTests.pages())
    player.play(100, .pull(.began, 12))
    player.play(300, .pull(.ended, translation))
    return player
  }

  @Test("D7: while a finger pulls, the client knows for how long to hold; 0.4 s by default")
  func hold() {
    for hold in [TimeSpan.milliseconds(400), .milliseconds(250)] {
      var player = PagePlayer(.paging { $0.hold = hold }, pages: EdgePullTests.pages())
      player.play(100, .pull(.began, 12))
      guard case .interactive(_, hold) = player.session.snapshot.upperPages?.phase else {
        Issue.record("not held for \(hold)")
        return
      }
    }
    #expect(NavigationDefinition().hold == .milliseconds(400))
  }

  @Test("D7 N5: let go before the verdict, the page is back and the next push unaffected")
  func expired() {
    var player = Self.released()
    #expect(player.routes == ["a"])
    #expect(player.play(800, .holdExpired(.back)) == ["*1 cancelled a b"])
    let state = player.session.snapshot.upperPages
    #expect(
      state
        == NavigationState(
          number: 1, phase: .idle(.cancelled), pages: EdgePullTests.pages(), hidesBar: true,
          change: NavigationState.Change(operation: .pop, route: "b", style: .window)))
    #expect(player.session.nextDeadline == nil)
    #expect(player.report(850, of: player.lastDirective - 1) == [])
    #expect(player.play(900, .holdExpired(.back)) == [])
    #expect(player.play(1_000, .navigate(.push, "c")) == ["push c by window; *2 runs a b c"])
  }

  @Test("D7 N2: the only page comes back, and hides the bar again")
  func onlyPage() {
    var player = PagePlayer(.paging(), pages: [EdgePullTests.pages()[0]])
    player.play(100, .pull(.began, 12))
    player.play(300, .pull(.ended, 200))
    #expect(player.session.snapshot.upperPages?.hidesBar == false)
    player.play(800, .holdExpired(.back))
    #expect(player.session.snapshot.upperPages?.hidesBar == true)
  }

  @Test("D7: the verdict was to come back anyway: nothing more to do")
  func returning() {
    var player = Self.released(at: 40)
    #expect(player.play(800, .holdExpired(.back)) == [])
    #expect(player.report(900, of: player.lastDirective) == ["*1 cancelled a b"])
    #expect(player.routes == ["a", "b"])
  }

  @Test("D7: once it is over, nothing is taken back")
  func tooLate() {
    var player = Self.released()
    #expect(player.report(500, of: player.lastDirective) == ["*1 finished a"])
    #expect(player.play(800, .holdExpired(.back)) == [])
    #expect(player.routes == ["a"])
  }

  @Test("D7: what no finger let go of is not held")
  func noRelease() {
    var player = PagePlayer(.paging(), pages: EdgePullTests.pages())
    #expect(player.play(100, .holdExpired(.back)) == [])
    player.play(200, .navigate(.pop))
    #expect(player.play(300, .holdExpired(.back)) == [])
    #expect(player.routes == ["a"])
    #expect(player.play(400, .holdExpired(.tabs)) == [])
    #expect(player.play(500, .holdExpired(.floor)) == [])
  }

  @Test("D7: the page that comes back may say so to a client that applies directives alone")
  func model() {
    var player = PagePlayer(.paging(), pages: EdgePullTests.pages())
    var model = ClientModel(player.session.snapshot)
    let events: [InteractionEvent.Kind] = [
      .pull(.began, 12), .pull(.ended, 200), .holdExpired(.back), .pull(.began, 12),
      .pull(.ended, 20), .background, .navigate(.present, "s"),
    ]
    for (index, kind) in events.enumerated() {
      player.play(Int64(index + 1) * 100, kind)
      for directive in player.directives { model.apply(directive) }
      #expect(model.snapshot == player.session.snapshot)
    }
  }
}
