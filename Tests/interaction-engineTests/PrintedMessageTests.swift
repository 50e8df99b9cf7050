import ArgumentParser
import GRPCCore
import Testing

@testable import interaction_engine

@Suite("Messages of servers, as commands print them")
struct PrintedMessageTests {
  @Test("health shows a server's message on one line, without escapes, and not all of a long one")
  func health() {
    let attack = RPCError(code: .unavailable, message: "\u{1B}[2J\u{1B}[32mSERVING\n\u{9B}0m")
    #expect(Health.words(attack) == #"\u{1b}[2J\u{1b}[32mSERVING\u{a}\u{9b}0m"#)
    let long = RPCError(code: .unavailable, message: String(repeating: "a", count: 1 << 20))
    #expect(Health.words(long).count == 1_001)
  }

  @Test("A speed that there is not", arguments: ["0x", "nanx", "infx", "-1x", "1e308x", "fast"])
  func speed(text: String) {
    let error = #expect(throws: (any Error).self) { try Demo.parse(["--speed=\(text)"]) }
    let problem = error.map { Demo.message(for: $0) } ?? ""
    #expect(problem.contains("'--speed <speed>': must be 0.01x to 1000x, or max"), "\(problem)")
  }
}
