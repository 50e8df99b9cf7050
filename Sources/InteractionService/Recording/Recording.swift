import Foundation
import InteractionCore
import InteractionFiles
import InteractionStream
import InteractionTrace
import Synchronization

/// The recording of one connection of a session.
@available(InteractionEngine 1.0, *)
final class Recording: Sendable {
  private enum Phase: Sendable {
    /// The recording is being written.
    ///
    /// Can transition to: ``failed(_:)``.
    case open
    /// A write failed; further events are dropped.
    case failed(any Error)
  }

  private struct State: Sendable {
    var encoder: TraceEncoder
    /// The first record until it is written, in its own write: a nearly full disk may have room for
    /// no more.
    var header: Data
    var file: AppendOnlyFile
    var phase = Phase.open
    /// True from the request of a write until it begins.
    var isWriteDue = false
    /// The number of recorded events and directives.
    var recordedCount: UInt64 = 0
    /// The readers that wait for more of them.
    var waiters = ProgressWaiters()
  }

  /// The number of buffered bytes that triggers a write before the periodic one.
  static let waitingBytes = 64 << 10

  let url: URL
  /// The source of events and directives.
  private let watch: SessionWatch
  private let state: Mutex<State>

  init(_ url: URL, _ header: Trace.Header, of watch: SessionWatch) throws {
    self.url = url
    self.watch = watch
    var encoder = try TraceEncoder(header)
    let start = encoder.take()
    self.state = Mutex(State(encoder: encoder, header: start, file: AppendOnlyFile(url)))
  }

  /// Records an event or a directive. Returns whether it triggers a write.
  ///
  /// - Throws: The error of an earlier write.
  func append(_ moment: SessionRecord) throws -> Bool {
    try self.state.withLock { state in
      if case .failed(let error) = state.phase { throw error }
      switch moment {
      case .event(let event):
        try state.encoder.append(event, number: event.isNumbered ? event.sequence : 0)
      case .directive(let directive):
        try state.encoder.append(directive)
      }
      state.recordedCount += 1
      state.waiters.notify(reached: state.recordedCount)
      guard state.encoder.untakenBytes >= Self.waitingBytes, !state.isWriteDue else { return false }
      state.isWriteDue = true
      return true
    }
  }

  /// Waits until everything that has happened by now is recorded.
  func waitForPending() async {
    let (signals, signal) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let goal = self.watch.kept
    let waiter = self.state.withLock { state -> UInt64? in
      if state.recordedCount >= goal { return nil }
      return state.waiters.add(signal, for: goal)
    }
    guard let waiter else { return }
    for await _ in signals { break }
    self.state.withLock { $0.waiters.remove(waiter) }
  }

  /// Ends the recording.
  func end() {
    self.state.withLock { $0.waiters.end() }
  }

  /// Writes the buffered bytes, or drops them after a failed write. Not reentrant: called on the
  /// executor of ``Recordings``.
  ///
  /// - Returns: The number of bytes that are no longer buffered.
  func write() -> Int {
    // The session takes this lock and must not wait for the disk.
    let (parts, file) = self.state.withLock { state in
      state.isWriteDue = false
      let parts = [state.header, state.encoder.take()].filter { !$0.isEmpty }
      state.header = Data()
      if case .failed = state.phase { return (parts, AppendOnlyFile?.none) }
      return (parts, parts.isEmpty ? nil : state.file)
    }
    let written = parts.reduce(0) { $0 + $1.count }
    guard var file else { return written }
    let result = Result { for part in parts { try file.append(part) } }
    self.state.withLock { state in
      state.file = file
      if case .failure(let error) = result { state.phase = .failed(error) }
    }
    return written
  }

  /// The size of the recording, in bytes: with buffered bytes, and on disk.
  var bytes: (taken: Int, written: Int) {
    self.state.withLock { ($0.encoder.bytes, $0.file.bytes) }
  }

  /// The error that made it incomplete; nil if none.
  var failure: (any Error)? {
    self.state.withLock { state in
      if case .failed(let error) = state.phase { error } else { nil }
    }
  }
}
