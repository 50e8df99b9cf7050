import InteractionCore
import InteractionWire

@testable import InteractionStream

/// The phase of a stream in the table.
enum StreamTablePhase: String, CaseIterable {
  case waiting, admitting, catchingUp, live, leaving, over

  /// Returns a stream in this phase, at server time 0.
  func stream() throws -> SessionStream {
    let context = SessionStream.Context.builtIn(checkpoints: try ResumeBench.vault())
    var stream = SessionStream(context: context, at: .zero)
    switch self {
    case .waiting: break
    case .admitting: _ = stream.receive(.open(.resuming()), at: .zero)
    case .catchingUp:
      let checkpoint = try ResumeBench.opened().checkpoint
      let open = OpenFrame.resuming(
        from: checkpoint, directive: checkpoint.map { $0.directive + 1 })
      _ = stream.receive(.open(open), at: .zero)
      _ = stream.admitted(at: .zero)
    case .live:
      _ = stream.receive(.open(.resuming()), at: .zero)
      _ = stream.admitted(at: .zero)
    case .leaving:
      stream = try Self.live.stream()
      _ = stream.drain(DrainMessage(leaveAfter: .zero, endAfter: .seconds(5)), at: .zero)
    case .over:
      stream = try Self.live.stream()
      _ = stream.receiveEnd(at: .zero)
    }
    return stream
  }
}

/// An input of a stream.
enum StreamTableInput: String, CaseIterable {
  case open, tap, sample, malformed, gap, ack, wrongAck, heartbeat, authRefresh, unknown, unreadable
  case end, lost
  case fail, admitted, command, drain, authorise, after1s, after6s, after40s

  /// Passes the input to a stream. Returns its outputs in words.
  func put(into stream: inout SessionStream) -> String {
    Self.words(self.outputs(of: &stream))
  }

  private func outputs(of stream: inout SessionStream) -> [SessionStream.Output] {
    switch self {
    case .open: return stream.receive(.open(.resuming()), at: .zero)
    case .tap: return stream.receive(Self.event(.tapTab(index: 1)), at: .zero)
    case .sample: return stream.receive(Self.event(.home(.moved, 3)), at: .zero)
    case .malformed: return stream.receive(Self.event(.tapTab(index: 99)), at: .zero)
    case .gap: return stream.receive(Self.event(.tapTab(index: 1), number: 7), at: .zero)
    case .ack: return stream.receive(.ack(directive: 0), at: .zero)
    case .wrongAck: return stream.receive(.ack(directive: 1_000), at: .zero)
    case .heartbeat: return stream.receive(.heartbeat(time: .zero, [], pointers: []), at: .zero)
    case .authRefresh: return stream.receive(.authRefresh(token: "t"), at: .zero)
    case .unknown:
      return stream.receive(.unknown(Violation(field: "frame", problem: "odd")), at: .zero)
    case .unreadable:
      return stream.receive(malformed: Violation(field: "frame", problem: "is empty"))
    case .end: return stream.receiveEnd(at: .zero)
    case .lost: return stream.receiveEnd(at: .zero, isClean: false)
    case .fail: return stream.fail(StreamError(.superseded, "gone"))
    case .admitted: return stream.admitted(at: .zero)
    case .command:
      let command = SessionCommand(id: "c-1", order: .event(.selectTab(index: 2)))
      return stream.carryOut(command, at: .zero)
    case .drain:
      return stream.drain(DrainMessage(leaveAfter: .zero, endAfter: .seconds(60)), at: .zero)
    case .authorise:
      stream.authorise(until: .zero + .seconds(600))
      return []
    case .after1s: return stream.tick(at: .zero + .seconds(1))
    case .after6s: return stream.tick(at: .zero + .seconds(6))
    case .after40s: return stream.tick(at: .zero + .seconds(40))
    }
  }

  private static func event(_ kind: InteractionEvent.Kind, number: UInt64 = 1) -> RequestFrame {
    .events(first: number, [.event(InteractionEvent(sequence: number, time: .zero, kind: kind))])
  }

  private static func words(_ outputs: [SessionStream.Output]) -> String {
    // The reason for an end; otherwise the parts of the frames.
    for case .finish(let error) in outputs { return error?.reason.rawValue ?? "OK" }
    let words = outputs.flatMap { output -> [String] in
      switch output {
      case .admit: ["admit"]
      case .verify: ["verify"]
      case .notifyWatchers: ["show"]
      case .moveDecided: ["move"]
      case .answer: ["answer"]
      case .send(let frame): Self.parts(of: frame)
      case .finish: []
      }
    }
    return words.isEmpty ? "." : words.joined(separator: "+")
  }

  private static func parts(of frame: ResponseFrame) -> [String] {
    [
      ("O", frame.opened != nil), ("A", frame.ackedEvent ?? 0 > 0),
      ("D", !frame.directives.isEmpty), ("N", !frame.notices.isEmpty),
      ("H", frame.heartbeat != nil), ("L", frame.drain != nil),
      ("C", frame.checkpoint != nil),
    ].filter(\.1).map(\.0)
  }
}
