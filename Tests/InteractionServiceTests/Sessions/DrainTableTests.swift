import InteractionCore
import Testing

@testable import InteractionService

@Suite("A server's way down")
struct DrainTableTests {
  /// The phases, with the way to reach them.
  enum Phase: CaseIterable {
    case serving
    case leaving
    case done
  }

  private static let now = Instant(microseconds: 5_000_000)

  private static func drain(_ phase: Phase) -> Drain {
    let drain = Drain()
    if phase != .serving { _ = drain.begin(within: .seconds(10), at: .zero) }
    if phase == .done { drain.finish() }
    return drain
  }

  @Test(
    "each phase, asked to begin at 5 s within 60 s: the first deadline holds",
    arguments: [(.serving, false, 65, true), (.leaving, true, 10, false), (.done, true, 5, false)]
      as [(Phase, Bool, Int64, Bool)])
  func begin(phase: Phase, hasBegun: Bool, deadline: Int64, isFirst: Bool) {
    let drain = Self.drain(phase)
    #expect(drain.hasBegun == hasBegun)
    let found = drain.begin(within: .seconds(60), at: Self.now)
    #expect(found.deadline == Instant(microseconds: deadline * 1_000_000))
    #expect(found.isFirst == isFirst)
    #expect(drain.hasBegun)
  }

  @Test("its waiter comes back when it is over, before that and after", arguments: Phase.allCases)
  func wait(phase: Phase) async {
    let drain = Self.drain(phase)
    async let end: Void = drain.wait()
    drain.finish()
    await end
    #expect(drain.hasBegun)
    let (deadline, isFirst) = drain.begin(within: .seconds(60), at: Self.now)
    #expect(deadline == Self.now && !isFirst, "what is over does not begin again")
  }
}
