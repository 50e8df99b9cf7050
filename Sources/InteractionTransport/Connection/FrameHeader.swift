import NIOCore

/// The nine bytes that every HTTP/2 frame begins with (RFC 9113 §4.1).
struct FrameHeader {
  static let length = 9
  /// What a client says before its first frame.
  static let preface = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
  /// Of one setting in a SETTINGS frame.
  static let settingLength = 6
  /// Bytes that a window begins with by default.
  static let initialWindow = 65_535
  /// Bytes that a frame may have by default.
  static let longestPayload = 1 << 14
  static let largestWindow = 1 << 31 - 1
  static let largestStream: UInt32 = 1 << 31 - 1

  enum ErrorCode: UInt32 {
    case none = 0
    case protocolError = 1
    case flowControl = 3
    case frameSize = 6
    case compression = 9
    case enhanceYourCalm = 0xB
  }

  enum Kind {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let priority: UInt8 = 2
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8
    static let continuation: UInt8 = 9
  }

  static let ackFlag: UInt8 = 1
  static let endStreamFlag: UInt8 = 1
  static let paddedFlag: UInt8 = 8
  static let priorityFlag: UInt8 = 0x20
  static let endHeadersFlag: UInt8 = 4

  let payloadLength: Int
  let kind: UInt8
  let flags: UInt8
  let stream: UInt32

  /// Of the whole frame.
  var length: Int { Self.length + self.payloadLength }

  /// Nil if it has not arrived whole.
  init?(at index: Int, in bytes: ByteBuffer) {
    // 24 bits of length, then 8 of kind.
    guard let word = bytes.getInteger(at: index, as: UInt32.self),
      let flags = bytes.getInteger(at: index + 4, as: UInt8.self),
      let stream = bytes.getInteger(at: index + 5, as: UInt32.self)
    else { return nil }
    self.payloadLength = Int(word >> 8)
    self.kind = UInt8(truncatingIfNeeded: word)
    self.flags = flags
    self.stream = stream & 0x7FFF_FFFF
  }

  /// A well-formed PING that wants an answer.
  var isPing: Bool {
    self.kind == Kind.ping && self.payloadLength == 8 && self.flags & Self.ackFlag == 0
      && self.stream == 0
  }

  /// A well-formed answer to a PING.
  var isPingAnswer: Bool {
    self.kind == Kind.ping && self.payloadLength == 8 && self.flags & Self.ackFlag != 0
      && self.stream == 0
  }

  /// A well-formed RST_STREAM.
  var isReset: Bool { self.kind == Kind.reset && self.payloadLength == 4 && self.stream != 0 }

  /// SETTINGS that are no acknowledgement, and no part of one.
  var isSettings: Bool {
    self.kind == Kind.settings && self.flags & Self.ackFlag == 0 && self.stream == 0
      && self.payloadLength.isMultiple(of: Self.settingLength)
  }

  /// A well-formed acknowledgement of SETTINGS.
  var isSettingsAck: Bool {
    self.kind == Kind.settings && self.flags & Self.ackFlag != 0 && self.payloadLength == 0
      && self.stream == 0
  }

  /// A well-formed GOAWAY.
  var isGoAway: Bool {
    self.kind == Kind.goAway && (8 ... Self.longestPayload).contains(self.payloadLength)
      && self.stream == 0
  }

  /// Whether DATA or HEADERS are the client's last on their stream.
  var endsStream: Bool { self.flags & Self.endStreamFlag != 0 }

  /// Whether HEADERS or a CONTINUATION are the last of their block.
  var endsHeaders: Bool { self.flags & Self.endHeadersFlag != 0 }

  /// The error that a GOAWAY names, 0 for none.
  func goAwayCode(in bytes: ByteBuffer) -> UInt32 {
    bytes.getInteger(at: bytes.readerIndex + Self.length + 4, as: UInt32.self) ?? 0
  }

  /// A well-formed PRIORITY, which says nothing (§5.3.2).
  var isPriority: Bool { self.kind == Kind.priority && self.payloadLength == 5 && self.stream != 0 }
}
