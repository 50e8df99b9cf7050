/// Which side of a call may still send (RFC 9113 §5.1), and what the server owes its client.
///
/// Nothing may be written to a stream that is closed: the HTTP/2 handler takes that for an error of the
/// connection. The handlers of a call see frames later than the connection does, so only this knows.
enum CallState: Hashable {
  /// Both sides may send.
  ///
  /// Can transition to: ``requestEnded(isAnswered:)``, ``responseEnded``, ``closed``.
  case open(isAnswered: Bool)
  /// The client has sent all of its request.
  ///
  /// Can transition to: ``ended``, ``closed``.
  case requestEnded(isAnswered: Bool)
  /// The server has ended the call before its request was whole; a RST_STREAM follows (§8.1).
  ///
  /// Can transition to: ``ended``, ``closed``.
  case responseEnded
  /// Both have ended. The end of the response may still wait for the client to read.
  ///
  /// Can transition to: ``closed``.
  case ended
  /// The stream is closed: not even a RST_STREAM may be written.
  case closed

  /// What a frame of the response leads to.
  enum Sending: Hashable {
    case pass
    /// A refusal, and nothing else: its RST_STREAM leaves with it.
    case passAndReset
    /// The RST_STREAM would overtake what waits for the client to read, so it leaves after the frame.
    case passThenReset
    /// The stream is closed, or has had its end.
    case drop
  }

  /// The client has sent its last frame.
  mutating func receiveEnd() {
    switch self {
    case .open(let isAnswered): self = .requestEnded(isAnswered: isAnswered)
    case .responseEnded: self = .ended
    // Of a second end, the HTTP/2 handler makes an error of the stream.
    case .requestEnded, .ended, .closed: break
    }
  }

  /// A frame of the response is to be sent, perhaps its last.
  mutating func send(isEnd: Bool) -> Sending {
    switch self {
    case .open(let isAnswered):
      self = isEnd ? .responseEnded : .open(isAnswered: true)
      guard isEnd else { return .pass }
      return isAnswered ? .passThenReset : .passAndReset
    case .requestEnded:
      self = isEnd ? .ended : .requestEnded(isAnswered: true)
      return .pass
    case .responseEnded, .ended, .closed:
      return .drop
    }
  }

  /// The stream ends at once: a RST_STREAM is to be sent, has come, or is of no use any more.
  ///
  /// - Returns: Whether it was not closed before.
  mutating func close() -> Bool {
    defer { self = .closed }
    return self != .closed
  }
}
