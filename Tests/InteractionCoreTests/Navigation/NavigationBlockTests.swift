import InteractionCore
import Testing

/// Input during page transitions.
@Suite struct NavigationBlockTests {
  /// Returns a session with a page `a`, on which directive 1 pushes `b` since 100 ms.
  private static func running(
    _ experience: Experience = .paging(), in surface: Surface = .phone
  ) -> PagePlayer {
    let a = NavigationState.Page(route: "a", style: .window)
    var player = PagePlayer(experience, in: surface, pages: [a])
    player.play(100, .navigate(.push, "b"))
    return player
  }

  @Test("N3: other requests are refused as busy", arguments: NavigationRequest.Operation.allCases)
  func requests(operation: NavigationRequest.Operation) {
    var player = Self.running()
    let before = player.session.snapshot
    #expect(player.play(200, .navigate(operation, "c")) == ["refuse busy"])
    #expect(player.session.snapshot == before)
    #expect(player.session.nextDeadline == .milliseconds(2_350))
  }

  @Test("N3: taps are refused as busy, whatever they ask for")
  func taps() {
    var player = Self.running()
    let before = player.session.snapshot
    #expect(player.play(200, .tapTab(index: 1)) == ["refuse busy"])
    #expect(player.play(300, .tapTab(index: 0)) == ["refuse busy"])
    #expect(player.session.snapshot == before)
    player.report(350, of: 1)
    #expect(player.play(400, .tapTab(index: 1)) == ["select 0→1 user; #1 runs 0→1"])
  }

  @Test("N3 T15: and so are double taps", arguments: [true, false])
  func doubleTaps(startsBefore: Bool) {
    var experience = Experience.paging()
    experience.tabBar.items[0].list = .home
    experience.tabBar.items[0].doubleTap = TabItem.DoubleTap(action: .scrollToTop)
    var player = PagePlayer(experience)
    if startsBefore { player.play(50, .tapTab(index: 0)) }
    player.play(100, .navigate(.push, "a"))
    if !startsBefore { #expect(player.play(150, .tapTab(index: 0)) == ["refuse busy"]) }
    #expect(player.play(200, .tapTab(index: 0)) == ["refuse busy"])
  }

  @Test("N3: fingers that touch down meanwhile mean nothing")
  func fingers() {
    for target in [ViewPath.tab(1), .pageContainer, .backEdge, .scan] {
      var player = Self.running()
      #expect(player.play(200, .finger(.down, 200, 780, on: target)) == [])
      #expect(player.session.heldPointers == [])
      player.report(350, of: 1)
      #expect(player.play(400, .finger(.moved, 300, 780, on: target)) == [])
      #expect(player.play(450, .finger(.up, 300, 780, on: target)) == [])
    }
  }

  @Test("N3: a finger that was down before is refused when it lifts")
  func fingerBefore() {
    var player = PagePlayer(.paging())
    player.play(50, .finger(.down, 300, 780, on: .tab(1)))
    player.play(100, .navigate(.push, "a"))
    #expect(player.play(200, .finger(.up, 300, 780, on: .tab(1))) == ["refuse busy"])
  }

  @Test("N3 X7 N5: neither swipes nor pulls nor pans begin")
  func drags() {
    var player = Self.running()
    #expect(player.play(200, .swipe(.began, -40)) == [])
    #expect(player.play(210, .swipe(.ended, -300)) == [])
    #expect(player.play(220, .pull(.began, 40)) == [])
    #expect(player.play(230, .pull(.ended, 300)) == [])
    #expect(player.play(240, .pan(.began, 40, to: "s")) == [])
    #expect(player.play(250, .pan(.ended, 400)) == [])
    #expect(player.routes == ["a", "b"])
  }

  @Test("N3 T6: what no finger asks for goes on")
  func programmatic() {
    var player = Self.running()
    #expect(
      player.play(200, .selectTab(index: 1)) == ["select 0→1 programmatic; #1 runs 0→1"])
    #expect(player.report(350, of: 1) == ["*1 finished a b"])
    #expect(player.report(900, of: 2) == ["#1 finished, resets 0 1"])
  }

  @Test("N3: the report on its directive ends it, finished or cancelled, and it alone")
  func report() {
    for outcome in AnimationOutcome.allCases {
      var player = Self.running()
      #expect(player.report(200, outcome, of: 9) == [])
      #expect(player.report(300, outcome, of: 1) == ["*1 \(outcome) a b"])
      #expect(player.report(310, outcome, of: 1) == [])
      #expect(player.session.nextDeadline == nil)
      #expect(
        player.play(400, .navigate(.pop)) == ["pop b by window; *2 runs a"])
    }
  }

  @Test(
    "N3: without a word it is over 2 s after it should be",
    arguments: [
      (style: NavigationStyle.window, due: Int64(2_350)), (.fade, 2_400), (.spring, 2_850),
      (.zoomTo, 2_700), (.elevate, 2_600),
    ])
  func watchdog(style: NavigationStyle, due: Int64) {
    var player = Self.running(.paging(style: style))
    #expect(player.session.nextDeadline == .milliseconds(due))
    #expect(player.play(due - 1, .tapTab(index: 1)) == ["refuse busy"])
    #expect(player.play(due + 500, .tick) == ["*1 finished a b"])
    #expect(player.directives.map(\.at) == [.milliseconds(due)])
    #expect(player.directives.map(\.cause) == [.deadline(name: "navigation")])
    #expect(player.report(due + 600, .cancelled, of: 1) == [])
  }

  @Test("N3 D4: with reduced motion only the 2 s remain")
  func calm() {
    let player = Self.running(in: .calmPhone)
    #expect(player.session.nextDeadline == .milliseconds(2_100))
  }

  @Test("N3 S3 D5: the background and a rotation end it at once, with all pages in place")
  func interrupted() {
    for (kind, more) in [
      (InteractionEvent.Kind.background, []), (.surface(.turnedPhone), ["snapshot"]),
    ] {
      var player = Self.running()
      #expect(player.play(200, kind) == ["*1 finished a b"] + more)
      #expect(player.report(300, .cancelled, of: 1) == [])
      #expect(player.session.nextDeadline == nil)
    }
  }
}
