/// The request state and the two flow-control windows of a call (RFC 9113 §5.2), as its connection
/// accounts for them.
struct StreamFlowControl: Hashable {
  enum Request: Hashable {
    /// WINDOW_UPDATEs are sent as DATA is consumed.
    ///
    /// Can transition to: ``paused``, ``ended``.
    case open
    /// WINDOW_UPDATEs are withheld.
    ///
    /// Can transition to: ``open``, ``ended``.
    case paused
    /// The client has sent END_STREAM: the stream is half-closed (remote) (§5.1), and further DATA
    /// is a stream error.
    case ended
  }

  /// The flow-control window that blocks a call from sending.
  enum BlockedBy: Hashable {
    /// Nothing blocks the call.
    ///
    /// Can transition to: ``stream``, ``connection``.
    case nothing
    /// A WINDOW_UPDATE for the stream.
    ///
    /// Can transition to: ``nothing``, ``connection``.
    case stream
    /// The connection: its flow-control window, or the socket's writability.
    ///
    /// Can transition to: ``nothing``, ``stream``.
    case connection
  }

  private(set) var request: Request
  private(set) var wait = BlockedBy.nothing
  /// A Boolean value that indicates whether the call has had its first message or its end.
  var hasFirstMessage = false
  /// A Boolean value that indicates whether the call is in the connection's queue.
  private var isQueued = false
  /// Bytes of DATA received since the last WINDOW_UPDATE of the stream.
  var received = 0
  /// The number of consecutive empty DATA frames.
  private(set) var emptyFrames = 0
  /// The stream's send window, in bytes; negative after the client has lowered
  /// SETTINGS_INITIAL_WINDOW_SIZE (§6.9.2).
  var sendWindow: Int
  /// Bytes of DATA still expected by the request's `content-length`; nil without one.
  private var expected: Int?

  /// - Parameters:
  ///   - contentLength: The request's `content-length`, in bytes; nil without one.
  ///   - isWhole: True if the request's HEADERS had END_STREAM.
  init(sendWindow: Int, contentLength: Int? = nil, isWhole: Bool = false) {
    self.request = isWhole ? .ended : .open
    self.sendWindow = sendWindow
    self.expected = contentLength
  }

  /// The consumed bytes at which a WINDOW_UPDATE is due: half of the window.
  private static let step = FrameHeader.initialWindow / 2
  /// The maximum number of consecutive empty DATA frames.
  private static let emptyFrames = 1

  // MARK: Receiving

  /// Accounts for a DATA frame.
  ///
  /// - Parameter payloadLength: The length with padding, in bytes.
  mutating func admit(
    _ content: HTTP2ConnectionState.DataPayload, _ payloadLength: Int
  ) -> HTTP2ConnectionState.Action {
    guard self.request != .ended else { return .streamError(.streamClosed) }
    self.received += payloadLength
    guard self.received <= FrameHeader.initialWindow else { return .streamError(.flowControlError) }
    let isEmpty = content.length == 0 && !content.endsRequest
    self.emptyFrames = isEmpty ? self.emptyFrames + 1 : 0
    guard self.emptyFrames <= Self.emptyFrames else { return .streamError(.enhanceYourCalm) }
    if let expected { self.expected = expected - content.length }
    return self.matchesContentLength(atEnd: content.endsRequest)
      ? .deliver(content) : .streamError(.protocolError)
  }

  /// Decides on a further header block, which is valid only as trailers with END_STREAM.
  mutating func admitTrailers(endRequest: Bool) -> HTTP2ConnectionState.HeadersDecision {
    guard self.request != .ended else { return .streamError(.streamClosed) }
    guard endRequest, self.matchesContentLength(atEnd: true) else {
      return .streamError(.protocolError)
    }
    return .endsRequest
  }

  /// Returns whether the DATA received matches `content-length`: never more, and no less at the end
  /// (§8.1.1).
  private mutating func matchesContentLength(atEnd isAtEnd: Bool) -> Bool {
    if isAtEnd { self.request = .ended }
    guard let expected else { return true }
    return isAtEnd ? expected == 0 : expected >= 0
  }

  /// Withholds WINDOW_UPDATEs, or resumes them.
  mutating func pause(_ isPaused: Bool) {
    switch self.request {
    case .open, .paused: self.request = isPaused ? .paused : .open
    case .ended: break
    }
  }

  /// Returns the increment of a WINDOW_UPDATE that is due; nil if none is.
  mutating func dueWindowUpdate() -> Int? {
    guard self.received >= Self.step, self.request == .open else { return nil }
    defer { self.received = 0 }
    return self.received
  }

  // MARK: Sending

  /// Blocks the call until it can send.
  ///
  /// - Parameter stream: True if the stream's window is exhausted; false if the connection blocks.
  /// - Returns: True if the call has to be appended to the connection's queue.
  mutating func block(onStream stream: Bool) -> Bool {
    self.wait = stream ? .stream : .connection
    guard !stream, !self.isQueued else { return false }
    self.isQueued = true
    return true
  }

  /// Unblocks the call after its stream's window has grown. Returns whether it may send again.
  mutating func wakeFromStream() -> Bool {
    guard self.wait == .stream, self.sendWindow > 0 else { return false }
    self.wait = .nothing
    return true
  }

  /// Unblocks the call after it has left the connection's queue. Returns whether it may send again;
  /// if its stream's window is exhausted meanwhile, it waits for that.
  mutating func wakeFromConnection() -> Bool {
    self.isQueued = false
    guard self.wait == .connection else { return false }
    self.wait = self.sendWindow > 0 ? .nothing : .stream
    return self.wait == .nothing
  }
}
