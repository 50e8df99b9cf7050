import NIOHTTP2

/// A call as its connection counts it.
struct CallEntry: Hashable {
  /// Whether it has had a message, or its end.
  var isServed = false
  /// Nil if its DATA is the HTTP/2 handler's.
  var bypass: Bypass?

  /// A call whose DATA may bypass the HTTP/2 handler, with its two windows (RFC 9113 §5.2).
  struct Bypass: Hashable {
    /// Whether what is sent on the call leaves.
    enum Answer: Hashable {
      /// No: the headers of the answer have not left, which the HTTP/2 handler writes.
      ///
      /// Can transition to: ``flows``.
      case unsent
      /// As far as there is room.
      ///
      /// Can transition to: ``waits``.
      case flows
      /// No: there was no room. The call hears when there is some.
      ///
      /// Can transition to: ``flows``.
      case waits
    }

    var route = Route.undecided
    var answer = Answer.unsent
    /// Bytes that came, for which the client has not got new room.
    var received = 0
    /// How many of the newest frames had nothing in them.
    var emptyFrames = 0
    /// Bytes that the client takes; negative where it has changed its mind (§6.9.2).
    var sendWindow: Int

    init(sendWindow: Int) {
      self.sendWindow = sendWindow
    }

    /// The client gets new room on a call when it has used half of what it had.
    private static let step = FrameHeader.initialWindow / 2
    /// How many frames of nothing may follow each other; the HTTP/2 handler allows as many.
    private static let emptyFrames = 1

    // MARK: What the client sends

    /// DATA has come, of so many bytes with its padding.
    mutating func admit(
      _ content: ConnectionState.Content, _ payloadLength: Int
    ) -> ConnectionState.Action {
      self.received += payloadLength
      guard self.received <= FrameHeader.initialWindow else { return .fail(.flowControlError) }
      let isEmpty = content.length == 0 && !content.endsRequest
      self.emptyFrames = isEmpty ? self.emptyFrames + 1 : 0
      guard self.emptyFrames <= Self.emptyFrames else { return .fail(.enhanceYourCalm) }
      if content.endsRequest { self.route.endRequest() }
      return .deliver(content)
    }

    /// Lets the client send more, if it is time for that: by so many bytes.
    mutating func room() -> Int? {
      guard self.received >= Self.step, self.route == .direct else { return nil }
      defer { self.received = 0 }
      return self.received
    }

    // MARK: What is sent

    /// The headers of the answer leave; false if they have before.
    mutating func sendHeaders() -> Bool {
      guard self.answer == .unsent else { return false }
      self.answer = .flows
      return true
    }

    /// What is to be sent waits for room; false if it does already, or waits for the headers.
    mutating func wait() -> Bool {
      guard self.answer == .flows else { return false }
      self.answer = .waits
      return true
    }

    /// The call tries again; false if it has not waited, or its window is not open.
    mutating func wake() -> Bool {
      guard self.answer == .waits, self.sendWindow > 0 else { return false }
      self.answer = .flows
      return true
    }
  }
}
