import DequeModule

/// The most recently closed streams of a connection, which determine the frames that may still
/// arrive on them (RFC 9113 §5.1).
struct ClosedStreams: Hashable {
  /// The way in which a stream was closed.
  enum CloseCause: Hashable {
    /// The client sent END_STREAM; further frames are errors.
    case endStreamReceived
    /// The client sent RST_STREAM; further frames are errors.
    case resetReceived
    /// The server sent END_STREAM before the request's end and still owes a RST_STREAM (§8.1).
    /// Frames may be in flight.
    case endStreamSent
    /// The server sent RST_STREAM, and sends no second one.
    case resetSent
  }

  private let limit: Int
  private var ends: [UInt32: CloseCause] = [:]
  private var order: Deque<UInt32> = []
  /// The number of streams whose RST_STREAM is still owed.
  private(set) var owedResets = 0

  /// - Parameter limit: The number of streams that are remembered.
  init(limit: Int) {
    self.limit = limit
  }

  /// Returns how a stream was closed; nil if it never existed or is no longer remembered.
  subscript(stream: UInt32) -> CloseCause? { self.ends[stream] }

  /// Records that a stream is closed.
  mutating func close(_ stream: UInt32, by end: CloseCause) {
    let before = self.ends.updateValue(end, forKey: stream)
    self.owedResets += end.owing - (before?.owing ?? 0)
    guard before == nil else { return }
    self.order.append(stream)
    if self.order.count > self.limit { self.removeOldest() }
  }

  /// Forgets the oldest stream whose RST_STREAM is not owed.
  private mutating func removeOldest() {
    for _ in self.order.indices {
      guard let oldest = self.order.popFirst() else { return }
      guard self.ends[oldest] == .endStreamSent else {
        self.ends.removeValue(forKey: oldest)
        return
      }
      self.order.append(oldest)
    }
  }

  /// Records that the client has closed its side of a stream whose RST_STREAM is owed.
  mutating func endRequest(of stream: UInt32, by end: CloseCause) {
    if self.ends[stream] == .endStreamSent { self.close(stream, by: end) }
  }

  /// Records the RST_STREAM of a stream as sent. Returns false if none was owed.
  mutating func resetSent(of stream: UInt32) -> Bool {
    guard self.ends[stream] == .endStreamSent else { return false }
    self.close(stream, by: .resetSent)
    return true
  }

  /// Returns whether a frame on a closed stream is an error to be answered by RST_STREAM, and
  /// records that answer.
  mutating func rejects(_ stream: UInt32) -> Bool {
    switch self.ends[stream] {
    case .endStreamReceived, .resetReceived:
      self.close(stream, by: .resetSent)
      return true
    case .endStreamSent, .resetSent, nil: return false
    }
  }
}

extension ClosedStreams.CloseCause {
  fileprivate var owing: Int { self == .endStreamSent ? 1 : 0 }
}
