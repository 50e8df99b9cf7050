/// What becomes of a frame that the HTTP/2 handler writes.
extension ConnectionState {
  enum Sending: Hashable {
    case pass
    /// The headers of an answer: the call's DATA may follow them.
    case answer
    /// DATA that is too much for the client now, or what comes after it.
    case hold
    /// A RST_STREAM that must not leave.
    case drop
  }

  /// - Parameter goAwayCode: Of a GOAWAY; 0 for none.
  mutating func send(_ frame: FrameHeader, goAwayCode: UInt32 = 0) -> Sending {
    switch frame.kind {
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
      guard self.windows.admit(frame.payloadLength) else { return .hold }
    case FrameHeader.Kind.headers:
      guard let index = self.calls.index(of: frame.stream),
        self.calls.elements[index].bypass?.sendHeaders() == true
      else { break }
      return .answer
    default: break
    }
    return .pass
  }
}
