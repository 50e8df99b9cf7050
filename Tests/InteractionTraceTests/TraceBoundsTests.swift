import InteractionCore
import InteractionReplay
import Testing

@testable import InteractionTrace

@Suite("Numbers that no trace may hold")
struct TraceBoundsTests {
  private static let header = "trace 1\nexperience home-refined\n"

  private static func track(_ field: String) -> String {
    """
    > 0 tick
    < {"sequence": "1", "timeline": {"tracks": [{"target": "logo",
    """ + " \"property\": \"ANIMATED_PROPERTY_OPACITY\", \"steps\": 1, \(field)}]}}\n"
  }

  @Test(
    "times, numbers and tracks beyond all sessions are refused, by line",
    arguments: [
      "> 9007199254740993 tick\n", "> -9223372036854775808 tick\n", "start 9223372036854775807\n",
      "> 0 tick\n< {\"sequence\": \"18446744073709551615\"}\n",
      "> 0 tick\n< {\"sequence\": \"1\", \"atUs\": \"9223372036854775807\"}\n",
      Self.track(#""delayUs": "-1""#),
      Self.track(#""durationUs": "-9223372036854775808""#),
      Self.track(#""keyframes": [{"value": "NaN"}]"#),
    ])
  func refused(lines: String) {
    #expect(throws: TraceError.self) { try Trace(text: Self.header + lines) }
  }

  @Test("the largest that may be are read, in both forms, and played without a trap")
  func read() throws {
    let trace = try Trace(text: Self.header + "> -9007199254740992 tick\n> 9007199254740992 tick\n")
    let binary = try Trace(binary: try trace.binary)
    #expect(binary.steps.count == 2)
    var options = Replay.Options()
    options.speed = .times(0.01)
    let replay = Replay(
      Trace(header: trace.header, steps: Array(repeating: trace.steps, count: 20).flatMap(\.self)),
      options: options)
    #expect(replay.duration > .seconds(1))
  }
}
