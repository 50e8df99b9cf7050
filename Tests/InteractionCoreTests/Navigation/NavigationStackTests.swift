import InteractionCore
import Testing

/// Pushing and popping pages.
@Suite struct NavigationStackTests {
  private static let a = NavigationState.Page(route: "a", style: .window)
  private static let b = NavigationState.Page(route: "b", style: .slide)
  private static let sheet = NavigationState.Page(
    route: "s", style: .popTip, isPresented: true)

  /// Returns a session with these pages and without a transition.
  private static func player(
    _ pages: [NavigationState.Page] = [], _ experience: Experience = .paging()
  ) -> PagePlayer {
    PagePlayer(experience, pages: pages)
  }

  @Test("N1: push and pop each carry a number and an operation of their own")
  func numbers() throws {
    var player = Self.player()
    #expect(player.play(100, .navigate(.push, "a")) == ["push a by window; *1 runs a"])
    let push = try #require(player.directives.first)
    #expect(player.session.snapshot.upperPages?.number == 1)
    #expect(
      push.timeline
        == NavigationStyle.window.timeline(
          isBack: false, on: NavigationGeometry(surface: .phone)))
    #expect(player.report(350, of: 1) == ["*1 finished a"])
    #expect(player.play(400, .navigate(.pop)) == ["pop a by window; *2 runs -"])
    let pop = try #require(player.directives.first)
    #expect(player.session.snapshot.upperPages?.number == 2)
    #expect(
      pop.timeline
        == NavigationStyle.window.timeline(
          isBack: true, on: NavigationGeometry(surface: .phone)))
    #expect(player.report(650, of: 3) == ["*2 finished -"])
  }

  @Test("N1 N4: what comes plays the way there, what goes the way back")
  func ways() {
    let stage = NavigationGeometry(surface: .phone)
    let cases: [(NavigationRequest.Operation, isBack: Bool)] = [
      (.push, false), (.present, false), (.pop, true), (.popToRoot, true), (.dismiss, true),
    ]
    for (operation, isBack) in cases {
      var player = Self.player(operation == .dismiss ? [Self.a, Self.sheet] : [Self.a, Self.b])
      player.play(100, .navigate(operation, "c", by: .scan))
      let expected = NavigationStyle.scan.timeline(isBack: isBack, on: stage)
      #expect(player.timeline == expected, "\(operation)")
    }
  }

  @Test("N2: a pushed page hides the bar from the start, the last one to go shows it")
  func bar() {
    var player = Self.player()
    func hides() -> Bool? { player.session.snapshot.upperPages?.hidesBar }
    #expect(hides() == false)
    for route in ["a", "b"] {
      player.play(player.session.now.microseconds / 1_000 + 100, .navigate(.push, route))
      #expect(hides() == true)
      player.report(player.session.now.microseconds / 1_000 + 250, of: player.lastDirective)
      #expect(hides() == true)
    }
    player.play(1_000, .navigate(.pop))
    #expect(hides() == true)
    player.report(1_250, of: player.lastDirective)
    player.play(1_300, .navigate(.pop))
    #expect(hides() == false)
  }

  @Test("N2: popping to the root takes all pages off at once")
  func popToRoot() {
    var player = Self.player([Self.a, Self.b])
    #expect(player.session.snapshot.upperPages?.hidesBar == true)
    #expect(player.play(100, .navigate(.popToRoot)) == ["popToRoot b by slide; *1 runs -"])
    #expect(player.session.snapshot.upperPages?.hidesBar == false)
  }

  @Test("N4: a page goes as it came, unless the request says otherwise")
  func styles() {
    var player = Self.player([Self.a])
    #expect(player.play(100, .navigate(.push, "b", by: .fade)) == ["push b by fade; *1 runs a b"])
    player.report(400, of: player.lastDirective)
    #expect(player.play(500, .navigate(.pop)) == ["pop b by fade; *2 runs a"])
    player.report(800, of: player.lastDirective)
    #expect(player.play(900, .navigate(.pop, by: .omni)) == ["pop a by omni; *3 runs -"])
  }

  @Test("N4: a presented page stands in front of the bar, and leaves with all that is on it")
  func presented() {
    var player = Self.player()
    #expect(player.play(100, .navigate(.present, "s")) == ["present s by popTip; *1 runs s"])
    #expect(player.session.snapshot.upperPages?.hidesBar == false)
    player.report(400, of: player.lastDirective)
    #expect(player.play(500, .navigate(.pop)) == ["refuse noPage"])
    #expect(player.play(600, .navigate(.push, "a")) == ["push a by window; *2 runs s a"])
    player.report(850, of: player.lastDirective)
    #expect(player.play(900, .navigate(.dismiss)) == ["dismiss s by popTip; *3 runs -"])
    player.report(1_200, of: player.lastDirective)
    #expect(
      player.play(1_300, .navigate(.present, "t", by: .flip)) == ["present t by flip; *4 runs t"])
  }

  @Test("N4: dismissing leaves what is below the presented page")
  func dismiss() {
    var player = Self.player([Self.a, Self.sheet, Self.b])
    #expect(player.play(100, .navigate(.dismiss)) == ["dismiss s by popTip; *1 runs a"])
    #expect(player.session.snapshot.upperPages?.hidesBar == true)
  }

  @Test(
    "N1: what is not there cannot be taken away",
    arguments: [
      NavigationRequest.Operation.pop, .popToRoot, .dismiss,
    ])
  func empty(operation: NavigationRequest.Operation) {
    var player = Self.player()
    let before = player.session.snapshot
    #expect(player.play(100, .navigate(operation)) == ["refuse noPage"])
    #expect(player.session.snapshot == before)
  }

  @Test(
    "N1: an experience without navigation refuses it",
    arguments:
      NavigationRequest.Operation.allCases)
  func absent(operation: NavigationRequest.Operation) {
    var player = Self.player([Self.a], .sliding())
    #expect(player.play(100, .navigate(operation, "a")) == ["refuse absent"])
    #expect(player.play(200, .pull(.began, 20)) == [])
    #expect(player.play(300, .holdExpired(.back)) == [])
    #expect(player.session.snapshot.upperPages == nil)
  }

  @Test("N4: the platform's own style sends no timeline, and blocks until it is reported over")
  func system() {
    var player = Self.player([], .paging(style: .system))
    #expect(player.play(100, .navigate(.push, "a")) == ["push a by system; *1 runs a"])
    #expect(player.timeline == nil)
    #expect(player.play(200, .navigate(.pop)) == ["refuse busy"])
    #expect(player.report(450, of: 1) == ["*1 finished a"])
  }

  @Test("N4 D4: with reduced motion the pages are in place at once")
  func calm() {
    for style in NavigationStyle.allCases where style != .system {
      var player = PagePlayer(.paging(style: style), in: .calmPhone)
      player.play(100, .navigate(.push, "a"))
      #expect(player.timeline?.duration == .zero, "\(style)")
      let moving = style.timeline(isBack: false, on: NavigationGeometry(surface: .phone))
      #expect(
        player.timeline?.values(at: .zero) == moving?.values(at: moving?.duration ?? .zero),
        "\(style)")
    }
  }

  @Test("N4: the key view, the sheet and the place to zoom to are the request's and experience's")
  func stage() {
    let key = Rect(x: 20, y: 100, width: 40, height: 40)
    var omni = Self.player()
    omni.play(100, .navigate(.push, "a", by: .omni, keyFrame: key))
    #expect(omni.timeline?.captures.first?.frame.height == 140)

    let experience = Experience.paging {
      $0.sheetHeight = 420
      $0.zoomFrame = Rect(x: 0, y: 50, width: 80, height: 80)
    }
    var sheet = Self.player([], experience)
    sheet.play(100, .navigate(.present, "s"))
    #expect(sheet.timeline?.value(.incomingPage, .translateY, at: .seconds(1)) == 392)
    var zoom = Self.player([], experience)
    zoom.play(100, .navigate(.push, "a", by: .zoomTo, keyFrame: key))
    #expect(zoom.timeline?.value(.keyView, .centerX, at: .seconds(1)) == 40)
    #expect(zoom.timeline?.value(.keyView, .centerY, at: .seconds(1)) == 90)
    #expect(zoom.timeline?.value(.keyView, .scaleX, at: .seconds(1)) == 2)
  }
}
