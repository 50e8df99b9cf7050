extension FrameHeader {
  /// A connection error in a frame header, regardless of the stream's state.
  struct Fault: Hashable {
    let code: HTTP2ErrorCode
    let reason: String
  }

  /// The stream that a frame type requires.
  private enum Place {
    case stream
    case connection
    case either
  }

  /// The connection error of this header (RFC 9113 §4.2, §6); nil if it is valid.
  var fault: Fault? {
    guard self.payloadLength <= Self.longestPayload else {
      return Fault(
        code: .frameSizeError,
        reason: "\(self.name) has \(self.payloadLength) bytes; SETTINGS_MAX_FRAME_SIZE is"
          + " \(Self.longestPayload)")
    }
    guard self.kind != Kind.pushPromise else {
      return Fault(code: .protocolError, reason: "a client must not send PUSH_PROMISE")
    }
    guard self.isInPlace else {
      return Fault(
        code: .protocolError, reason: "\(self.name) must not be on stream \(self.stream)")
    }
    guard self.isOfAllowedLength else {
      return Fault(
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

  private var place: Place {
    switch self.kind {
    case Kind.data, Kind.headers, Kind.priority, Kind.reset, Kind.continuation: .stream
    case Kind.settings, Kind.ping, Kind.goAway: .connection
    default: .either
    }
  }

  private var isOfAllowedLength: Bool {
    switch self.kind {
    case Kind.priority: self.payloadLength == Self.priorityLength
    case Kind.reset, Kind.windowUpdate: self.payloadLength == 4
    case Kind.ping: self.payloadLength == 8
    case Kind.goAway: self.payloadLength >= 8
    case Kind.settings:
      self.isAck ? self.payloadLength == 0 : self.payloadLength.isMultiple(of: Self.settingLength)
    case Kind.data: !self.isPadded || self.payloadLength > 0
    case Kind.headers:
      self.payloadLength >= (self.isPadded ? 1 : 0) + (self.hasPriority ? Self.priorityLength : 0)
    default: true
    }
  }
}
