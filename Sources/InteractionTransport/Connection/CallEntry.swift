import NIOHTTP2

/// A call as its connection counts it.
struct CallEntry: Hashable {
  /// Whether it has had a message, or its end.
  var isServed = false
  /// Nil if grpc-swift serves it.
  var flow: Flow?

  /// The request of a call that is served here, and its two windows (RFC 9113 §5.2).
  struct Flow: Hashable {
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

    private(set) var request = Request.flows
    /// Whether there was no room for what is to be sent. The call hears when there is some.
    private(set) var waits = false
    /// Bytes that came, for which the client has not got new room.
    var received = 0
    /// How many of the newest frames had nothing in them.
    private(set) var emptyFrames = 0
    /// Bytes that the client takes; negative where it has changed its mind (§6.9.2).
    var sendWindow: Int

    init(sendWindow: Int) {
      self.sendWindow = sendWindow
    }

    /// The client gets new room on a call when it has used half of what it had.
    private static let step = FrameHeader.initialWindow / 2
    /// How many frames of nothing may follow each other; NIO allows as many.
    private static let emptyFrames = 1

    // MARK: What the client sends

    /// DATA has come, of so many bytes with its padding.
    mutating func admit(
      _ content: ConnectionState.Content, _ payloadLength: Int
    ) -> ConnectionState.Action {
      guard self.request != .ended else { return .fail(.streamClosed) }
      self.received += payloadLength
      guard self.received <= FrameHeader.initialWindow else { return .fail(.flowControlError) }
      let isEmpty = content.length == 0 && !content.endsRequest
      self.emptyFrames = isEmpty ? self.emptyFrames + 1 : 0
      guard self.emptyFrames <= Self.emptyFrames else { return .fail(.enhanceYourCalm) }
      if content.endsRequest { self.request = .ended }
      return .deliver(content)
    }

    /// Headers have come. Only those may that end the request.
    mutating func admitTrailers(endRequest: Bool) -> ConnectionState.Admission {
      guard self.request != .ended else { return .fail(.streamClosed) }
      guard endRequest else { return .fail(.protocolError) }
      self.request = .ended
      return .endsRequest
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

    /// What is to be sent waits for room; false if it does already.
    mutating func wait() -> Bool {
      defer { self.waits = true }
      return !self.waits
    }

    /// The call tries again; false if it has not waited, or its window is not open.
    mutating func wake() -> Bool {
      guard self.waits, self.sendWindow > 0 else { return false }
      self.waits = false
      return true
    }
  }
}
