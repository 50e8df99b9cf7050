import InteractionCore
import InteractionWire
import Testing

@testable import InteractionStream

/// The transition table of a stream: each phase with each input from the client, the server and
/// time. A cell contains the output: the reason for the stream's end, or the parts sent (opened,
/// acknowledgement, directives, notices, heartbeat, drain, checkpoint, by their first letters); `.`
/// is none.
@Suite("The stream's table: phase by event")
struct StreamTableTests {
  private static let table = """
    event       waiting         admitting       catchingUp      live            leaving         over
    open        admit           OPEN_REQUIRED   ALREADY_OPEN    ALREADY_OPEN    ALREADY_OPEN    .
    tap         OPEN_REQUIRED   OPEN_REQUIRED   A+C             A+D+C           A+D+C           .
    sample      OPEN_REQUIRED   OPEN_REQUIRED   .               .               .               .
    malformed   OPEN_REQUIRED   OPEN_REQUIRED   A+N+C           A+N+C           A+N+C           .
    gap         OPEN_REQUIRED   OPEN_REQUIRED   SEQUENCE_GAP    SEQUENCE_GAP    SEQUENCE_GAP    .
    ack         OPEN_REQUIRED   OPEN_REQUIRED   .               .               .               .
    wrongAck    OPEN_REQUIRED   OPEN_REQUIRED   MALFORMED_FRAME MALFORMED_FRAME MALFORMED_FRAME .
    heartbeat   OPEN_REQUIRED   OPEN_REQUIRED   H               H               H               .
    authRefresh OPEN_REQUIRED   OPEN_REQUIRED   verify          verify          verify          .
    unknown     OPEN_REQUIRED   OPEN_REQUIRED   N               N               N               .
    unreadable  MALFORMED_FRAME MALFORMED_FRAME MALFORMED_FRAME MALFORMED_FRAME MALFORMED_FRAME .
    end         OK              OK              DIVERGED        OK              OK              .
    lost        OK              OK              OK              OK              OK              .
    fail        SUPERSEDED      SUPERSEDED      SUPERSEDED      SUPERSEDED      SUPERSEDED      .
    admitted    .               O+C             .               .               .               .
    command     .               .               .               answer+D+C      answer+D+C      .
    drain       .               .               L+C             L+C             L+C             .
    authorise   .               .               .               .               .               .
    after1s     .               .               .               .               .               .
    after6s     OPEN_TIMEOUT    OPEN_TIMEOUT    .               .               DRAINING        .
    after40s    OPEN_TIMEOUT    OPEN_TIMEOUT    HEARTBEAT_LOST  HEARTBEAT_LOST  HEARTBEAT_LOST  .
    """

  /// The table by input, and within a row by phase.
  private static let cells: [String: [String: String]] = {
    let lines = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let phases = lines[0].dropFirst()
    return Dictionary(
      uniqueKeysWithValues: lines.dropFirst().map { line in
        (line[0], Dictionary(uniqueKeysWithValues: zip(phases, line.dropFirst())))
      })
  }()

  @Test(arguments: StreamTableInput.allCases)
  func event(_ input: StreamTableInput) throws {
    for phase in StreamTablePhase.allCases {
      var stream = try phase.stream()
      let cell = Self.cells[input.rawValue]?[phase.rawValue]
      #expect(input.put(into: &stream) == cell, "\(input) in \(phase)")
    }
  }

  @Test("A line for each event, a column for each phase")
  func whole() {
    #expect(Set(Self.cells.keys) == Set(StreamTableInput.allCases.map(\.rawValue)))
    for line in Self.cells.values {
      #expect(Set(line.keys) == Set(StreamTablePhase.allCases.map(\.rawValue)))
    }
  }

  @Test("A stream that catches up goes on as it was told to leave meanwhile, or not")
  func courses() throws {
    for (isLeaving, expected) in [(false, "live"), (true, "leaving")] {
      var stream = try StreamTablePhase.catchingUp.stream()
      if isLeaving { _ = StreamTableInput.drain.put(into: &stream) }
      #expect(stream.conversation?.isCatchingUp == true)
      _ = StreamTableInput.tap.put(into: &stream)
      let course: String? =
        switch stream.conversation?.catchUpPhase {
        case .replaying: "catchingUp"
        case .live: "live"
        case .draining: "leaving"
        case nil: nil
        }
      #expect(course == expected)
    }
  }

  @Test("The next deadline is that of what is due first")
  func deadlines() throws {
    for phase in StreamTablePhase.allCases {
      let stream = try phase.stream()
      guard let conversation = stream.conversation else { continue }
      let times = SessionStream.Conversation.TimerKind.allCases.compactMap {
        conversation.time(of: $0, by: stream.context)
      }
      #expect(stream.nextDeadline == times.min())
    }
  }
}
