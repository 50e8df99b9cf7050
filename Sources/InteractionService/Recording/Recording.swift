import Foundation
import InteractionCore
import InteractionFiles
import InteractionTrace
import Synchronization

/// One connection of a session, as it is written down.
@available(InteractionEngine 1.0, *)
final class Recording: Sendable {
  private enum Phase: Sendable {
    /// It is written.
    ///
    /// Can transition to: ``failed``.
    case open
    /// The disk did not take it; what comes is not kept.
    case failed(any Error)
  }

  private struct State: Sendable {
    var encoder: TraceEncoder
    var file: GrowingFile
    var phase = Phase.open
  }

  /// How much waits for the next second at most, bytes.
  static let waitingBytes = 64 << 10

  let url: URL
  private let state: Mutex<State>

  init(_ url: URL, _ header: Trace.Header) throws {
    self.url = url
    self.state = Mutex(State(encoder: try TraceEncoder(header), file: GrowingFile(url)))
  }

  /// Takes down what happened. Returns whether it should be written before the second is over.
  ///
  /// - Throws: Why the disk did not take what came before.
  func append(_ moment: SessionMoment) throws -> Bool {
    try self.state.withLock { state in
      if case .failed(let error) = state.phase { throw error }
      switch moment {
      case .event(let event):
        try state.encoder.append(event, number: event.isNumbered ? event.sequence : 0)
      case .directive(let directive):
        try state.encoder.append(directive)
      }
      return state.encoder.untakenBytes >= Self.waitingBytes
    }
  }

  /// Writes what waits. One call at a time: on the thread of ``Recordings``.
  func write() {
    // The session does not wait for the disk.
    let work = self.state.withLock { state -> (waiting: Data, file: GrowingFile)? in
      if case .failed = state.phase { return nil }
      let waiting = state.encoder.take()
      return waiting.isEmpty ? nil : (waiting, state.file)
    }
    guard let (waiting, before) = work else { return }
    var file = before
    let result = Result { try file.append(waiting) }
    self.state.withLock { state in
      state.file = file
      if case .failure(let error) = result { state.phase = .failed(error) }
    }
  }

  /// How large it is: with what waits, and on the disk; bytes.
  var bytes: (taken: Int, written: Int) {
    self.state.withLock { ($0.encoder.bytes, $0.file.bytes) }
  }

  /// Why it is incomplete; nil if it is not.
  var failure: (any Error)? {
    self.state.withLock { state in
      if case .failed(let error) = state.phase { error } else { nil }
    }
  }
}
