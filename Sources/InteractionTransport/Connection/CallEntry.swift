import NIOHTTP2

/// A call as its connection counts it.
struct CallEntry: Hashable {
  /// Whether it has had a message, or its end.
  var isServed = false
  /// Nil if its DATA is the HTTP/2 handler's.
  var bypass: Bypass?

  /// A call whose DATA may bypass the HTTP/2 handler, with its two windows (RFC 9113 §5.2).
  struct Bypass: Hashable {
    /// Where the client's DATA goes.
    enum Route: Hashable {
      /// To the HTTP/2 handler.
      ///
      /// Can transition to: ``starting``, ``counted``.
      case behind
      /// To the HTTP/2 handler until the end of this read: it may hold some of the call's.
      ///
      /// Can transition to: ``behind``, ``direct``.
      case starting
      /// To the call.
      case direct
      /// To the HTTP/2 handler until its end: the client says how much it will be, which that one
      /// counts.
      case counted
    }

    var route = Route.behind
    /// Whether the client gets no new room.
    var isPaused = false
    /// Bytes that came, for which the client has not got new room.
    var received = 0
    /// How many of the newest frames had nothing in them.
    var emptyFrames = 0
    /// Bytes that the client takes; negative where it has changed its mind (§6.9.2).
    var sendWindow: Int
    /// Whether the headers of the answer have left, which the HTTP/2 handler writes.
    var isAnswered = false
    /// Whether the call hears when there is room.
    var isWaiting = false

    init(sendWindow: Int) {
      self.sendWindow = sendWindow
    }

    /// The client gets new room on a call when it has used half of what it had.
    private static let step = FrameHeader.initialWindow / 2
    /// How many frames of nothing may follow each other; the HTTP/2 handler allows as many.
    private static let emptyFrames = 1

    /// DATA has come, of so many bytes with its padding.
    mutating func admit(
      _ content: ConnectionState.Content, _ payloadLength: Int
    ) -> ConnectionState.Action {
      self.received += payloadLength
      guard self.received <= FrameHeader.initialWindow else { return .fail(.flowControlError) }
      let isEmpty = content.length == 0 && !content.endsRequest
      self.emptyFrames = isEmpty ? self.emptyFrames + 1 : 0
      return self.emptyFrames <= Self.emptyFrames ? .deliver(content) : .fail(.enhanceYourCalm)
    }

    /// Lets the client send more, if it is time for that: by so many bytes.
    mutating func room() -> Int? {
      guard self.received >= Self.step, !self.isPaused else { return nil }
      defer { self.received = 0 }
      return self.received
    }
  }
}
