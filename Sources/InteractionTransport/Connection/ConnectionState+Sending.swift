/// What becomes of a frame that the HTTP/2 handler writes.
extension ConnectionState {
  enum Sending: Hashable {
    case pass
    /// DATA that is too much for the client now, or what comes after it.
    case hold
    /// What must not leave, or has left before: settings are the connection's to say.
    case drop
  }

  /// - Parameter goAwayCode: Of a GOAWAY; 0 for none.
  mutating func send(_ frame: FrameHeader, goAwayCode: UInt32 = 0) -> Sending {
    switch frame.kind {
    case FrameHeader.Kind.settings: return .drop
    // What the client may send does not depend on what it reads.
    case FrameHeader.Kind.windowUpdate: return .pass
    case FrameHeader.Kind.reset:
      guard !frame.isReset || self.resets.admit(frame.stream) else { return .drop }
    case FrameHeader.Kind.goAway:
      if goAwayCode != 0 { self.fail() }
    default: break
    }
    guard !self.windows.isHolding else { return .hold }
    return self.release(frame)
  }

  /// A frame leaves now, or when there is room for it.
  mutating func release(_ frame: FrameHeader) -> Sending {
    switch frame.kind {
    case FrameHeader.Kind.data:
      return self.windows.admit(frame.payloadLength) ? .pass : .hold
    case FrameHeader.Kind.headers:
      // The HTTP/2 handler confirms the size of the client's table, too.
      _ = self.client.confirmTableSize()
      return .pass
    default: return .pass
    }
  }
}
