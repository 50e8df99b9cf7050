import Testing

@testable import InteractionChaos

/// Parsing a slow network's description.
@Suite struct NetworkConditionsTests {
  @Test func `bandwidth, round trip and loss are read`() throws {
    let link = try #require(NetworkConditions("256kbit,300ms,2%"))
    #expect(link.bitsPerSecond == 256_000)
    #expect(link.roundTrip == .milliseconds(300))
    #expect(abs(link.loss - 0.02) < 1e-9)
    let faults = link.faults(seed: 9)
    #expect(faults.bandwidth == Bandwidth(bytesPerSecond: 32_000, burst: 16 << 10))
    #expect(faults.latency?.fixed == .milliseconds(150))
    #expect(faults.latency?.retransmission?.timeout == .milliseconds(600))
    #expect(faults.latency?.seed == 9)
    #expect(NetworkConditions("1.5Mbit,1s,0%")?.bitsPerSecond == 1_500_000)
  }

  @Test(arguments: [
    "", "256kbit", "256kbit,300ms", "256,300ms,2%", "256kbit,300,2%", "256kbit,300ms,2",
    "0kbit,300ms,2%", "256kbit,-1ms,2%", "256kbit,300ms,101%", "nankbit,300ms,2%",
    "256kbit,300ms,2%,", "infMbit,1s,1%", "256kbit,61s,2%",
  ])
  func `what is no network is not read`(_ text: String) {
    #expect(NetworkConditions(text) == nil)
  }
}
