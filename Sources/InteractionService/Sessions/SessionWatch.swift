import InteractionCore
import InteractionStream
import Synchronization

/// A watch of a session by one reader: the events and directives since it last read.
@available(InteractionEngine 1.0, *)
final class SessionWatch: AsyncSequence, Sendable {
  /// An item of a watch.
  enum WatchItem: Sendable {
    case record(SessionRecord)
    /// The number of dropped events and directives.
    case dropped(UInt64)
    /// The session has ended for this reason; nil if its client ended it.
    case ended(ErrorReason?)
  }

  private struct State: Sendable {
    var items: [WatchItem] = []
    /// The number of events and directives dropped after these.
    var missed: UInt64 = 0
    var kept: UInt64 = 0
  }

  /// The maximum number of buffered events and directives.
  static let capacity = 1024
  /// The maximum number of items per batch, which bounds the buffers of a call that is not read.
  static let batch = 64

  private let state = Mutex(State())
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() {
    (self.signals, self.signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The number of events and directives buffered so far.
  var kept: UInt64 { self.state.withLock { $0.kept } }

  /// Buffers events and directives up to the capacity, and counts the rest as dropped.
  func append(_ moments: [SessionRecord]) {
    let wasEmpty = self.state.withLock { state in
      let wasEmpty = state.items.isEmpty
      let room = state.missed > 0 ? 0 : Self.capacity - state.items.count
      let kept = moments.prefix(room)
      state.items += kept.lazy.map { .record($0) }
      state.kept += UInt64(kept.count)
      state.missed += UInt64(moments.count - kept.count)
      return wasEmpty
    }
    if wasEmpty { self.signal.yield() }
  }

  /// Ends the watch because the reader leaves.
  func leave() { self.signal.finish() }

  /// Ends the watch with the session.
  ///
  /// - Parameter reason: The reason for the session's end; nil if its client ended it.
  func end(because reason: ErrorReason?) {
    self.state.withLock { state in
      state.items += Self.takeMissed(from: &state) + [.ended(reason)]
    }
    self.signal.finish()
  }

  private static func takeMissed(from state: inout State) -> [WatchItem] {
    defer { state.missed = 0 }
    return state.missed > 0 ? [.dropped(state.missed)] : []
  }

  private func take() -> [WatchItem] {
    self.state.withLock { state in
      guard !state.items.isEmpty else { return Self.takeMissed(from: &state) }
      let sights = state.items.prefix(Self.batch)
      state.items.removeFirst(sights.count)
      return Array(sights)
    }
  }

  /// Iterates over batches of items until the watch ends.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let watch: SessionWatch
    fileprivate var signals: AsyncStream<Void>.Iterator

    mutating func next(isolation: isolated (any Actor)? = #isolation) async -> [WatchItem]? {
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
