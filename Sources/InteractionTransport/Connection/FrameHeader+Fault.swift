extension FrameHeader {
  /// A connection error in a frame header, regardless of the stream's state.
  struct ConnectionError: Hashable {
    let code: HTTP2ErrorCode
    let reason: String
  }

  /// The stream that a frame type requires.
  private enum StreamRequirement {
    case stream
    case connection
    case either
  }

  /// The connection error of this header (RFC 9113 §4.2, §6); nil if it is valid.
  var fault: ConnectionError? {
    guard self.payloadLength <= Self.longestPayload else {
      return ConnectionError(
        code: .frameSizeError,
        reason: "\(self.name) has \(self.payloadLength) bytes; SETTINGS_MAX_FRAME_SIZE is"
          + " \(Self.longestPayload)")
    }
    guard self.kind != FrameType.pushPromise else {
      return ConnectionError(code: .protocolError, reason: "a client must not send PUSH_PROMISE")
    }
    guard self.isInPlace else {
      return ConnectionError(
        code: .protocolError, reason: "\(self.name) must not be on stream \(self.stream)")
    }
    guard self.isOfAllowedLength else {
      return ConnectionError(
        code: .frameSizeError,
        reason: "\(self.name) has an invalid length of \(self.payloadLength) bytes")
    }
    return nil
  }

  private var isInPlace: Bool {
    switch self.place {
    case .stream: self.stream != 0
    case .connection: self.stream == 0
    case .either: true
    }
  }

  private var place: StreamRequirement {
    switch self.kind {
    case FrameType.data, FrameType.headers, FrameType.priority, FrameType.reset,
      FrameType.continuation:
      .stream
    case FrameType.settings, FrameType.ping, FrameType.goAway: .connection
    default: .either
    }
  }

  private var isOfAllowedLength: Bool {
    switch self.kind {
    case FrameType.priority: self.payloadLength == Self.priorityLength
    case FrameType.reset, FrameType.windowUpdate: self.payloadLength == 4
    case FrameType.ping: self.payloadLength == 8
    case FrameType.goAway: self.payloadLength >= 8
    case FrameType.settings:
      self.isAck ? self.payloadLength == 0 : self.payloadLength.isMultiple(of: Self.settingLength)
    case FrameType.data: !self.isPadded || self.payloadLength > 0
    case FrameType.headers:
      self.payloadLength >= (self.isPadded ? 1 : 0) + (self.hasPriority ? Self.priorityLength : 0)
    default: true
    }
  }
}
