/// Which side of a call may still send (RFC 9113 §5.1), and what the server owes its client.
///
/// Nothing may be written to a stream that is closed: the HTTP/2 handler takes that for an error of
/// the connection. grpc-swift sees frames later than the connection does, so only this knows.
enum CallState: Hashable {
  /// Both sides may send.
  ///
  /// Can transition to: ``requestEnded(_:)``, ``responseEnded(isWork:)``, ``closed``.
  case open(Response)
  /// The client has sent all of its request.
  ///
  /// Can transition to: ``ended(isWork:)``, ``closed``.
  case requestEnded(Response)
  /// The server has ended the call before its request was whole; a RST_STREAM follows (§8.1) when
  /// the client has read the end.
  ///
  /// Can transition to: ``ended(isWork:)``, ``closed``.
  case responseEnded(isWork: Bool)
  /// Both have ended; the stream closes when the client has read the end. A call that is worked on
  /// is so until then, since its answer is kept.
  ///
  /// Can transition to: ``closed``.
  case ended(isWork: Bool)
  /// The stream is closed: not even a RST_STREAM may be written.
  case closed

  /// A response that has not ended.
  struct Response: Hashable {
    var sent = Part?.none
    /// Whether the call counts as one that is worked on.
    var isWork = false
    /// Whether the request has to arrive soon.
    var awaitsRequest = true
  }

  /// A part of a response.
  enum Part: Hashable {
    case headers
    case message
    /// The end: trailers, or headers that are all there is.
    case end
  }

  enum Awaited: Hashable {
    /// The client has to send its request.
    case request
    /// The client has to read that its call has ended early.
    case endReader
    /// The client has to read its answer, and may take as long as it goes on to read.
    case answerReader
  }

  /// What a part of the response leads to.
  struct Sending: Hashable {
    var leaving: Leaving
    /// Whether this is the first that the call has cost the engine something for.
    var isServed = false
  }

  enum Leaving: Hashable {
    case pass
    /// A refusal, and nothing else: its RST_STREAM leaves with it.
    case passAndReset
    /// The RST_STREAM would overtake what waits for the client to read, so it leaves after the
    /// frame.
    case passThenReset
    /// The stream is closed, or has had its end.
    case drop
  }

  /// What the call does not wait for longer than it may.
  var awaited: Awaited? {
    switch self {
    case .open(let response): response.awaitsRequest ? .request : nil
    case .requestEnded, .closed: nil
    case .responseEnded: .endReader
    case .ended: .answerReader
    }
  }

  var isClosed: Bool { self == .closed }

  /// Whether the call counts as one that is worked on.
  var isWork: Bool {
    switch self {
    case .open(let response), .requestEnded(let response): response.isWork
    case .responseEnded(let isWork), .ended(let isWork): isWork
    case .closed: false
    }
  }

  private mutating func change(_ change: (inout Response) -> Void) {
    switch self {
    case .open(var response):
      change(&response)
      self = .open(response)
    case .requestEnded(var response):
      change(&response)
      self = .requestEnded(response)
    case .responseEnded, .ended, .closed: break
    }
  }

  /// The call's headers have come.
  ///
  /// - Parameters:
  ///   - isWork: Whether it counts as one that is worked on.
  ///   - isTimed: Whether its request has to arrive soon.
  mutating func begin(isWork: Bool, isTimed: Bool) {
    self.change {
      $0.isWork = isWork
      if !isTimed { $0.awaitsRequest = false }
    }
  }

  /// The client has sent its last frame.
  mutating func receiveEnd() {
    switch self {
    case .open(var response):
      response.awaitsRequest = false
      self = .requestEnded(response)
    case .responseEnded(let isWork): self = .ended(isWork: isWork)
    // Of a second end, the HTTP/2 handler makes an error of the stream.
    case .requestEnded, .ended, .closed: break
    }
  }

  /// A part of the response is to be sent.
  mutating func send(_ part: Part) -> Sending {
    switch self {
    case .open(var response):
      guard part == .end else {
        defer { self = .open(response) }
        return response.send(part)
      }
      self = .responseEnded(isWork: response.isWork)
      return response.end(response.sent == nil ? .passAndReset : .passThenReset)
    case .requestEnded(var response):
      guard part == .end else {
        defer { self = .requestEnded(response) }
        return response.send(part)
      }
      self = .ended(isWork: response.isWork)
      return response.end(.pass)
    case .responseEnded, .ended, .closed:
      return Sending(leaving: .drop)
    }
  }

  /// The stream ends at once: a RST_STREAM is to be sent, has come, or is of no use any more.
  /// Returns what it was before; nil if it was closed.
  mutating func close() -> CallState? {
    defer { self = .closed }
    return self == .closed ? nil : self
  }
}

extension CallState.Response {
  fileprivate mutating func send(_ part: CallState.Part) -> CallState.Sending {
    // Headers alone cost the engine nothing, and say nothing.
    let isServed = part == .message && self.sent != .message
    if self.sent != .message { self.sent = part }
    return CallState.Sending(leaving: .pass, isServed: isServed)
  }

  fileprivate func end(_ leaving: CallState.Leaving) -> CallState.Sending {
    CallState.Sending(leaving: leaving, isServed: self.sent != .message)
  }
}
