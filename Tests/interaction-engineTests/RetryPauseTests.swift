import GRPCCore
import GRPCProtobuf
import Testing

@testable import interaction_engine

@Suite("Retry delay of a backend's command")
struct RetryPauseTests {
  @Test(
    "as long as the server asks, not at once, and an hour at most",
    arguments: [
      (.seconds(2), .seconds(2)), (.zero, .milliseconds(50)), (.seconds(-9), .milliseconds(50)),
      (.seconds(Int64.max), .seconds(3_600)),
    ] as [(Duration, Duration)])
  func told(delay: Duration, expected: Duration) {
    let status = GoogleRPCStatus(
      code: .notFound, message: "", details: [.retryInfo(delay: delay)])
    #expect(RPCError(status).retryDelay == expected)
  }

  @Test("without a delay only UNAVAILABLE is retried")
  func untold() {
    #expect(RPCError(code: .unavailable, message: "").retryDelay == .milliseconds(300))
    #expect(RPCError(code: .notFound, message: "").retryDelay == nil)
  }
}
