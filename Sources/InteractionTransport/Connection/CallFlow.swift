/// The request of a call and its two windows (RFC 9113 §5.2), as its connection counts them.
struct CallFlow: Hashable {
  enum Request: Hashable {
    /// Can transition to: ``paused``, ``ended``.
    case flows
    /// The client gets no new room.
    ///
    /// Can transition to: ``flows``, ``ended``.
    case paused
    /// The client has ended its request, so that its stream is half-closed (remote) (§5.1), and
    /// more DATA is an error of the stream.
    case ended
  }

  /// The window that a call waits for before it sends more.
  enum Wait: Hashable {
    /// Can transition to: ``stream``, ``connection``.
    case nothing
    /// A WINDOW_UPDATE for its stream.
    ///
    /// Can transition to: ``nothing``, ``connection``.
    case stream
    /// Room on the connection: in its flow-control window, or in the socket.
    ///
    /// Can transition to: ``nothing``, ``stream``.
    case connection
  }

  private(set) var request: Request
  private(set) var wait = Wait.nothing
  /// Whether the call has had a message, or its end.
  var isServed = false
  /// Whether it is in the connection's queue.
  private var isQueued = false
  /// Bytes that came, for which the client has not got new room.
  var received = 0
  /// Empty DATA frames that came in a row.
  private(set) var emptyFrames = 0
  /// Bytes that the client takes; negative where it has changed its mind (§6.9.2).
  var sendWindow: Int
  /// Bytes of DATA that have yet to come by the request's `content-length`; nil if it has none.
  private var expected: Int?

  /// - Parameters:
  ///   - contentLength: What the request says of its own length.
  ///   - isWhole: Whether the request has ended with its headers.
  init(sendWindow: Int, contentLength: Int? = nil, isWhole: Bool = false) {
    self.request = isWhole ? .ended : .flows
    self.sendWindow = sendWindow
    self.expected = contentLength
  }

  /// The client gets new room on a call when it has used half of what it had.
  private static let step = FrameHeader.initialWindow / 2
  /// Empty DATA frames that may come in a row.
  private static let emptyFrames = 1

  // MARK: What the client sends

  /// DATA has come, of so many bytes with its padding.
  mutating func admit(
    _ content: HTTP2ConnectionState.Content, _ payloadLength: Int
  ) -> HTTP2ConnectionState.Action {
    guard self.request != .ended else { return .fail(.streamClosed) }
    self.received += payloadLength
    guard self.received <= FrameHeader.initialWindow else { return .fail(.flowControlError) }
    let isEmpty = content.length == 0 && !content.endsRequest
    self.emptyFrames = isEmpty ? self.emptyFrames + 1 : 0
    guard self.emptyFrames <= Self.emptyFrames else { return .fail(.enhanceYourCalm) }
    if let expected { self.expected = expected - content.length }
    return self.isOfItsLength(atEnd: content.endsRequest)
      ? .deliver(content) : .fail(.protocolError)
  }

  /// Headers have come. Only those may that end the request.
  mutating func admitTrailers(endRequest: Bool) -> HTTP2ConnectionState.Admission {
    guard self.request != .ended else { return .fail(.streamClosed) }
    guard endRequest, self.isOfItsLength(atEnd: true) else { return .fail(.protocolError) }
    return .endsRequest
  }

  /// Whether no more DATA has come than `content-length` says, and no less at the end (§8.1.1).
  private mutating func isOfItsLength(atEnd isAtEnd: Bool) -> Bool {
    if isAtEnd { self.request = .ended }
    guard let expected else { return true }
    return isAtEnd ? expected == 0 : expected >= 0
  }

  /// The client gets no new room, or gets it again.
  mutating func pause(_ isPaused: Bool) {
    switch self.request {
    case .flows, .paused: self.request = isPaused ? .paused : .flows
    case .ended: break
    }
  }

  /// Lets the client send more, if it is time for that: by so many bytes.
  mutating func room() -> Int? {
    guard self.received >= Self.step, self.request == .flows else { return nil }
    defer { self.received = 0 }
    return self.received
  }

  // MARK: What is sent

  /// The call waits for room.
  ///
  /// - Parameter stream: Whether its own window is too small; else the connection's is.
  /// - Returns: Whether it has to be added to those that wait for the connection.
  mutating func waitForRoom(onStream stream: Bool) -> Bool {
    self.wait = stream ? .stream : .connection
    guard !stream, !self.isQueued else { return false }
    self.isQueued = true
    return true
  }

  /// Its stream's window has grown. Returns whether the call may send again.
  mutating func wakeFromStream() -> Bool {
    guard self.wait == .stream, self.sendWindow > 0 else { return false }
    self.wait = .nothing
    return true
  }

  /// It is taken out of the connection's queue. Returns whether the call may send again; if its
  /// stream's window has shrunk meanwhile, it waits for that.
  mutating func wakeFromConnection() -> Bool {
    self.isQueued = false
    guard self.wait == .connection else { return false }
    self.wait = self.sendWindow > 0 ? .nothing : .stream
    return self.wait == .nothing
  }
}
