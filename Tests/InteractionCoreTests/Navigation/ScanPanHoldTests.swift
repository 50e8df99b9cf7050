import InteractionCore
import Testing

/// The client's hold for the verdict on a pan, as on an edge pull.
@Suite struct ScanPanHoldTests {
  /// Returns a session whose pan, of a leaving or an entering page, was released at 300 ms.
  private static func released(isBack: Bool, at distance: Double = 400) -> PagePlayer {
    let sign = isBack ? -1.0 : 1
    var player = PagePlayer(.paging(), pages: isBack ? [ScanPanTests.scanned] : [])
    player.play(100, .pan(.began, sign * 12, to: "s"))
    player.play(300, .pan(.ended, sign * distance))
    return player
  }

  @Test("D7: while a finger pans, the client knows for how long to hold")
  func hold() {
    let hold = TimeSpan.milliseconds(250)
    var player = PagePlayer(.paging { $0.hold = hold })
    player.play(100, .pan(.began, 12, to: "s"))
    guard case .interactive(_, hold) = player.session.snapshot.upperPages?.phase else {
      Issue.record("not held")
      return
    }
  }

  @Test(
    "D7 N5: let go before the verdict, the pages are as they were and the next push unaffected",
    arguments: [true, false])
  func expired(isBack: Bool) {
    var player = Self.released(isBack: isBack)
    #expect(player.routes == (isBack ? [] : ["s"]))
    let former = isBack ? "s" : "-"
    #expect(player.play(800, .holdExpired(.back)) == ["*1 cancelled \(former)"])
    #expect(player.session.nextDeadline == nil)
    #expect(player.report(850, of: player.lastDirective - 1) == [])
    #expect(player.play(900, .holdExpired(.back)) == [])
    let pages = isBack ? "s c" : "c"
    #expect(
      player.play(1_000, .navigate(.push, "c")) == ["push c by window; *2 runs \(pages)"])
  }

  @Test("D7: the verdict was to go back anyway, or it is over: nothing more to do")
  func nothingToUndo() {
    for isBack in [true, false] {
      var returning = Self.released(isBack: isBack, at: 40)
      #expect(returning.play(800, .holdExpired(.back)) == [])
      var over = Self.released(isBack: isBack)
      over.report(500, of: over.lastDirective)
      let routes = over.routes
      #expect(over.play(800, .holdExpired(.back)) == [])
      #expect(over.routes == routes)
    }
  }

  @Test("D7 N2: a page that a pan brought makes room again")
  func limit() {
    let pages = (0 ..< 15).map { NavigationState.Page(route: "\($0)", style: .slide) }
    var player = PagePlayer(.paging(), pages: pages)
    player.play(100, .pan(.began, 12, to: "s"))
    player.play(200, .pan(.ended, 400))
    #expect(player.routes.count == 16)
    player.play(300, .holdExpired(.back))
    #expect(player.routes == pages.map(\.route))
  }

  @Test("D7: a client that applies directives alone shows the same")
  func model() {
    var player = PagePlayer(.paging())
    var model = ClientModel(player.session.snapshot)
    let events: [InteractionEvent.Kind] = [
      .pan(.began, 12, to: "s"), .pan(.ended, 400), .holdExpired(.back),
      .pan(.began, 12, to: "s"), .pan(.ended, 400), .background, .foreground, .pan(.began, -12),
      .pan(.ended, -400), .holdExpired(.back),
    ]
    for (index, kind) in events.enumerated() {
      player.play(Int64(index + 1) * 100, kind)
      for directive in player.directives { model.apply(directive) }
      #expect(model.snapshot == player.session.snapshot)
    }
    #expect(player.routes == ["s"])
  }
}
