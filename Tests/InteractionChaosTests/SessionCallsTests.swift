import Testing

@testable import InteractionChaos

/// The longest time of a session without a call.
@Suite struct SessionCallsTests {
  private static let start = ContinuousClock.now

  private static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    self.start + .milliseconds(milliseconds)
  }

  /// Returns calls with these start and end times.
  private static func calls(_ times: [(Int, Int?)]) -> SessionCalls {
    let calls = SessionCalls()
    for (began, ended) in times {
      calls.begin(at: self.at(began))
      if let ended { calls.end(at: self.at(ended)) }
    }
    return calls
  }

  @Test func `a gap ends with the opening, and its last attempt is told`() {
    let calls = Self.calls([(0, 100), (110, 130), (140, 500), (510, nil)])
    let gaps = calls.gaps([(1, Self.at(20)), (3, Self.at(160)), (4, Self.at(540))])
    #expect(
      gaps == [
        .init(total: .milliseconds(60), lastAttempt: .milliseconds(20)),
        .init(total: .milliseconds(40), lastAttempt: .milliseconds(30)),
      ])
  }

  @Test func `attempts that fail before the first opening count`() {
    let calls = Self.calls([(0, 10), (20, nil)])
    #expect(
      calls.gaps([(2, Self.at(50))])
        == [.init(total: .milliseconds(40), lastAttempt: .milliseconds(30))])
    #expect(Self.calls([(0, nil)]).gaps([(1, Self.at(50))]).isEmpty)
  }

  @Test func `a percentile is a time that was measured`() {
    let times = (1 ... 100).reversed().map { Duration.milliseconds($0) }
    #expect(times.percentile(99) == .milliseconds(99))
    #expect(times.percentile(50) == .milliseconds(50))
    #expect(times.percentile(100) == .milliseconds(100))
    #expect(times.percentile(0.1) == .milliseconds(1))
    #expect([Duration]().percentile(99) == nil)
  }
}
