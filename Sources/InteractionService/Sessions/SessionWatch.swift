import InteractionCore
import InteractionStream
import Synchronization

/// One watch of a session, for one reader: what has happened since the reader last asked.
@available(InteractionEngine 1.0, *)
final class SessionWatch: AsyncSequence, Sendable {
  /// What the reader is told.
  enum Sight: Sendable {
    case moment(SessionMoment)
    /// So many moments are missing here.
    case missed(UInt64)
    /// The session is over, for this reason; empty if its client ended it.
    case ended(String)
  }

  private struct State: Sendable {
    var sights: [Sight] = []
    /// How many moments came after these, and had no room.
    var missed: UInt64 = 0
    var kept: UInt64 = 0
  }

  /// The most moments that wait for the reader.
  static let capacity = 1024
  /// How many sights the reader is given at once: a call that is not read takes no more than these
  /// into its buffers.
  static let batch = 64

  private let state = Mutex(State())
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() {
    (self.signals, self.signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// How many moments were kept for the reader so far.
  var kept: UInt64 { self.state.withLock { $0.kept } }

  /// Keeps what has happened, as far as there is room, and counts the rest.
  func see(_ moments: [SessionMoment]) {
    let wasEmpty = self.state.withLock { state in
      let wasEmpty = state.sights.isEmpty
      let room = state.missed > 0 ? 0 : Self.capacity - state.sights.count
      let kept = moments.prefix(room)
      state.sights += kept.lazy.map { .moment($0) }
      state.kept += UInt64(kept.count)
      state.missed += UInt64(moments.count - kept.count)
      return wasEmpty
    }
    if wasEmpty { self.signal.yield() }
  }

  /// Nothing more happens: the session is over if there is a reason, or the reader leaves.
  func end(_ reason: String? = nil) {
    if let reason {
      self.state.withLock { state in
        state.sights += Self.takeMissed(from: &state) + [.ended(reason)]
      }
    }
    self.signal.finish()
  }

  private static func takeMissed(from state: inout State) -> [Sight] {
    defer { state.missed = 0 }
    return state.missed > 0 ? [.missed(state.missed)] : []
  }

  private func take() -> [Sight] {
    self.state.withLock { state in
      guard !state.sights.isEmpty else { return Self.takeMissed(from: &state) }
      let sights = state.sights.prefix(Self.batch)
      state.sights.removeFirst(sights.count)
      return Array(sights)
    }
  }

  /// Gives what waits, in batches; nothing after the end.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let watch: SessionWatch
    fileprivate var signals: AsyncStream<Void>.Iterator

    mutating func next(isolation: isolated (any Actor)? = #isolation) async -> [Sight]? {
      while true {
        let sights = self.watch.take()
        if !sights.isEmpty { return sights }
        guard await self.signals.next(isolation: isolation) != nil else { break }
      }
      let rest = self.watch.take()
      return rest.isEmpty ? nil : rest
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(watch: self, signals: self.signals.makeAsyncIterator())
  }
}
