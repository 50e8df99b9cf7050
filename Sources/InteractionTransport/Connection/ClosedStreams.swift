import DequeModule

/// The streams of a connection that closed last, by which it is known what may still come on them
/// (RFC 9113 §5.1).
struct ClosedStreams: Hashable {
  /// The way in which a stream has closed.
  enum End: Hashable {
    /// The client has sent END_STREAM, and nothing may come after that.
    case endOfRequest
    /// The client has sent RST_STREAM, likewise.
    case reset
    /// The server has sent END_STREAM before the request was whole, and will send RST_STREAM
    /// (§8.1): the client may not know yet.
    case endOfAnswer
    /// The server has sent RST_STREAM, and does not send a second one, whatever comes.
    case serverReset
  }

  private let limit: Int
  private var ends: [UInt32: End] = [:]
  private var order: Deque<UInt32> = []
  /// Streams that a RST_STREAM is owed of.
  private(set) var owed = 0

  /// - Parameter limit: How many are remembered.
  init(limit: Int) {
    self.limit = limit
  }

  /// Nil for a stream that never was, or closed long ago.
  subscript(stream: UInt32) -> End? { self.ends[stream] }

  /// A stream closes.
  mutating func close(_ stream: UInt32, by end: End) {
    let before = self.ends.updateValue(end, forKey: stream)
    self.owed += end.owing - (before?.owing ?? 0)
    guard before == nil else { return }
    self.order.append(stream)
    if self.order.count > self.limit { self.forgetOldest() }
  }

  /// Forgets the oldest stream of which no RST_STREAM is owed.
  private mutating func forgetOldest() {
    for _ in self.order.indices {
      guard let oldest = self.order.popFirst() else { return }
      guard self.ends[oldest] == .endOfAnswer else {
        self.ends.removeValue(forKey: oldest)
        return
      }
      self.order.append(oldest)
    }
  }

  /// The client has sent its last frame on a stream that the server has closed.
  mutating func endRequest(of stream: UInt32, by end: End) {
    if self.ends[stream] == .endOfAnswer { self.close(stream, by: end) }
  }

  /// Returns whether a RST_STREAM has to be sent, which was owed.
  mutating func payReset(of stream: UInt32) -> Bool {
    guard self.ends[stream] == .endOfAnswer else { return false }
    self.close(stream, by: .serverReset)
    return true
  }

  /// A frame has come on a stream. Returns whether it is an error, which a RST_STREAM says.
  mutating func rejects(_ stream: UInt32) -> Bool {
    switch self.ends[stream] {
    case .endOfRequest, .reset:
      self.close(stream, by: .serverReset)
      return true
    case .endOfAnswer, .serverReset, nil: return false
    }
  }
}

extension ClosedStreams.End {
  fileprivate var owing: Int { self == .endOfAnswer ? 1 : 0 }
}
