import NIOCore

/// The nine bytes that every HTTP/2 frame begins with (RFC 9113 §4.1).
struct FrameHeader {
  static let length = 9
  /// What a client says before its first frame.
  static let prefaceLength = 24
  /// Of one setting in a SETTINGS frame.
  static let settingLength = 6
  static let initialWindowSetting: UInt16 = 4

  /// Bytes that a window begins with by default.
  static let initialWindow = 65_535
  /// Bytes that a frame may have by default.
  static let longestPayload = 1 << 14
  static let largestWindow = 1 << 31 - 1

  enum ErrorCode: UInt32 {
    case protocolError = 1
    case flowControl = 3
    case enhanceYourCalm = 0xB
  }

  enum Kind {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
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
  private static let endHeadersFlag: UInt8 = 4

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

  /// Whether DATA or HEADERS are the client's last on their stream.
  var endsStream: Bool { self.flags & Self.endStreamFlag != 0 }

  /// Whether HEADERS or a CONTINUATION are the last of their block.
  var endsHeaders: Bool { self.flags & Self.endHeadersFlag != 0 }

  /// The error that a GOAWAY names, 0 for none.
  func goAwayCode(in bytes: ByteBuffer) -> UInt32 {
    bytes.getInteger(at: bytes.readerIndex + Self.length + 4, as: UInt32.self) ?? 0
  }

  /// What a PING of this server says, which its answer repeats. grpc-swift's are other ones.
  static let questionPayload: UInt64 = 0x656E_6769_6E65_3F21
  /// A PING.
  static let question: ByteBuffer = {
    var frame = ByteBuffer()
    frame.writeFrameHeader(Kind.ping, length: 8)
    frame.writeInteger(Self.questionPayload)
    return frame
  }()

  /// A frame that ends a connection.
  static func goAway(after stream: UInt32, _ code: ErrorCode, _ reason: String) -> ByteBuffer {
    var frame = ByteBuffer()
    frame.writeFrameHeader(Kind.goAway, length: 8 + reason.utf8.count)
    frame.writeInteger(stream)
    frame.writeInteger(code.rawValue)
    frame.writeString(reason)
    return frame
  }
}

extension ByteBuffer {
  mutating func writeFrameHeader(
    _ kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, length: Int
  ) {
    self.writeMultipleIntegers(UInt32(length) << 8 | UInt32(kind), flags, stream)
  }

  /// Gives room for so many bytes more.
  mutating func writeWindowUpdate(of stream: UInt32, by increment: Int) {
    self.writeFrameHeader(FrameHeader.Kind.windowUpdate, stream: stream, length: 4)
    self.writeInteger(UInt32(increment))
  }

  /// What the payload of a WINDOW_UPDATE gives room for; nil if nothing.
  var increment: Int? {
    guard let word = self.getInteger(at: self.readerIndex, as: UInt32.self) else { return nil }
    let increment = Int(word & 0x7FFF_FFFF)
    return increment > 0 ? increment : nil
  }
}
