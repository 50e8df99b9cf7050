import Foundation
import InteractionCore
import InteractionFiles
import InteractionStream
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
    /// The file's first record until it is written, in a write of its own: a disk that is nearly
    /// full may take it and nothing more.
    var header: Data
    var file: GrowingFile
    var phase = Phase.open
    /// True from when a write is due until it begins.
    var isWriteDue = false
    /// How many moments were taken down.
    var taken: UInt64 = 0
    /// Readers that wait for more of them.
    var waiters = ProgressWaiters()
  }

  /// How much waits for the next second at most, bytes.
  static let waitingBytes = 64 << 10

  let url: URL
  /// What there is to take down.
  private let watch: SessionWatch
  private let state: Mutex<State>

  init(_ url: URL, _ header: Trace.Header, of watch: SessionWatch) throws {
    self.url = url
    self.watch = watch
    var encoder = try TraceEncoder(header)
    let start = encoder.take()
    self.state = Mutex(State(encoder: encoder, header: start, file: GrowingFile(url)))
  }

  /// Takes down what happened. Returns whether a write has become due before the second is over.
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
      state.taken += 1
      state.waiters.notify(reached: state.taken)
      guard state.encoder.untakenBytes >= Self.waitingBytes, !state.isWriteDue else { return false }
      state.isWriteDue = true
      return true
    }
  }

  /// Waits until everything is taken down that has happened by now.
  func catchUp() async {
    let (signals, signal) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let goal = self.watch.kept
    let waiter = self.state.withLock { state -> UInt64? in
      if state.taken >= goal { return nil }
      return state.waiters.add(signal, for: goal)
    }
    guard let waiter else { return }
    for await _ in signals { break }
    self.state.withLock { $0.waiters.remove(waiter) }
  }

  /// Nothing more is taken down.
  func end() {
    self.state.withLock { $0.waiters.end() }
  }

  /// Writes what waits, or drops it if the disk did not take what came before. One call at a time:
  /// on the executor of ``Recordings``.
  ///
  /// - Returns: The number of bytes that wait no longer.
  func write() -> Int {
    // The session does not wait for the disk.
    let (parts, file) = self.state.withLock { state in
      state.isWriteDue = false
      let parts = [state.header, state.encoder.take()].filter { !$0.isEmpty }
      state.header = Data()
      if case .failed = state.phase { return (parts, GrowingFile?.none) }
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
