import InteractionCore
import Testing

/// The reasons that pause a banner, and the full interval after a pause (rules C2 and X6).
@Suite struct CarouselPauseTests {
  /// A reason that pauses a banner from 1 s to `end`.
  struct Hold: Sendable, CustomTestStringConvertible {
    var name: String
    var begin: [InteractionEvent.Kind]
    /// The events at `end` that end the pause; a tick if it ends by itself.
    var finish: [InteractionEvent.Kind]
    /// The end of the pause, ms.
    var end: Int64 = 40_000

    var testDescription: String { self.name }
  }

  private static let push = NavigationRequest(.push, route: "/detail")
  private static let pop = NavigationRequest(.pop)
  private static let x = 250.0 * 375

  static let holds = [
    Hold(
      name: "a finger", begin: [.banner(.began, x: x)], finish: [.banner(.settled, x: x)]),
    Hold(
      name: "a finger that is taken away", begin: [.banner(.began, x: x)],
      finish: [.banner(.cancelled, x: x)]),
    Hold(
      name: "a finger whose beginning was lost", begin: [.banner(.moved, x: x)],
      finish: [.banner(.cancelled, x: x)]),
    Hold(
      name: "a finger that the heartbeat forgets", begin: [.banner(.began, x: x)],
      finish: [.heldDrags([], pointers: [])]),
    Hold(
      name: "coasting that no event ends",
      begin: [.banner(.began, x: x), .banner(.ended, x: x)], finish: [.tick], end: 2_000),
    Hold(
      name: "coasting", begin: [.banner(.began, x: x), .banner(.ended, x: x)],
      finish: [.banner(.settled, x: x)], end: 1_900),
    Hold(
      name: "a transition", begin: [.selectTab(index: 1)],
      finish: [.animationEnded(directive: 1, outcome: .finished)], end: 1_750),
    Hold(
      name: "a transition that is cut off", begin: [.selectTab(index: 1)],
      finish: [.animationEnded(directive: 1, outcome: .cancelled)], end: 1_300),
    Hold(
      name: "a transition whose end is lost", begin: [.selectTab(index: 1)], finish: [.tick],
      end: 3_750),
    Hold(
      name: "a swipe",
      begin: [
        .swiping(isOn: true), .pageDrag(PageDrag(.tabs, .began, translation: -20)),
        .pageDrag(PageDrag(.tabs, .moved, translation: -40)),
      ],
      finish: [
        .pageDrag(PageDrag(.tabs, .cancelled)),
        .animationEnded(directive: 2, outcome: .finished),
      ]),
    Hold(
      name: "a page that comes and goes",
      begin: [.navigate(push), .animationEnded(directive: 1, outcome: .finished)],
      finish: [.navigate(pop), .animationEnded(directive: 3, outcome: .finished)]),
    Hold(
      name: "the background", begin: [.background], finish: [.foreground], end: 400_000),
    Hold(
      name: "content of no width",
      begin: [.contentSize(source: .banner, size: Size(width: 0, height: 160))],
      finish: [.contentSize(source: .banner, size: .pages(500, width: 375))]),
  ]

  @Test("C2 X6: nothing turns while it is held, and then after a whole interval", arguments: holds)
  func held(by hold: Hold) throws {
    var bench = try BannerBench.standing(at: 250)
    for kind in hold.begin { bench.send(1_000, kind) }
    bench.wait(until: hold.end - 1)
    #expect(bench.turns == [])
    for kind in hold.finish { bench.send(hold.end, kind) }
    #expect(bench.turns == [])
    #expect(bench.session.nextDeadline == .milliseconds(hold.end + 3_000))
    bench.wait(until: hold.end + 6_000)
    #expect(bench.times == [hold.end + 3_000, hold.end + 6_000])
    #expect(bench.turns.map(\.item) == [251, 252])
  }

  @Test("C2 X6: of two that hold it, the last to let go counts", arguments: holds)
  func heldTwice(by hold: Hold) throws {
    // A finger during the pause, or the background during a finger's pause.
    let begin: InteractionEvent.Kind
    let finish: InteractionEvent.Kind
    if case .scroll = hold.begin[0] {
      (begin, finish) = (.background, .foreground)
    } else {
      (begin, finish) = (.banner(.began, x: Self.x, drag: 9), .banner(.settled, x: Self.x, drag: 9))
    }
    var bench = try BannerBench.standing(at: 250)
    for kind in hold.begin { bench.send(1_000, kind) }
    bench.send(1_100, begin)
    for kind in hold.finish { bench.send(hold.end, kind) }
    bench.wait(until: 500_000)
    #expect(bench.turns == [])
    bench.send(500_100, finish)
    bench.wait(until: 503_099)
    #expect(bench.turns == [])
    bench.wait(until: 503_100)
    #expect(bench.times == [503_100])
  }
}
