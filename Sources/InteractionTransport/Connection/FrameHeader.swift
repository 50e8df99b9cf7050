package import NIOCore

/// The nine bytes that every HTTP/2 frame begins with (RFC 9113 §4.1).
package struct FrameHeader {
  package static let length = 9
  /// What a client says before its first frame.
  package static let preface = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
  /// Of one setting in a SETTINGS frame.
  static let settingLength = 6
  /// Of a priority, in HEADERS or PRIORITY.
  static let priorityLength = 5
  /// Bytes that a window begins with by default.
  static let initialWindow = 65_535
  /// Bytes that a frame may have by default.
  static let longestPayload = 1 << 14
  static let largestWindow = 1 << 31 - 1
  static let largestStream: UInt32 = 1 << 31 - 1

  package enum Kind {
    static let data: UInt8 = 0
    package static let headers: UInt8 = 1
    static let priority: UInt8 = 2
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let pushPromise: UInt8 = 5
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8
    package static let continuation: UInt8 = 9
  }

  static let ackFlag: UInt8 = 1
  static let endStreamFlag: UInt8 = 1
  static let paddedFlag: UInt8 = 8
  static let priorityFlag: UInt8 = 0x20
  package static let endHeadersFlag: UInt8 = 4

  let payloadLength: Int
  let kind: UInt8
  let flags: UInt8
  let stream: UInt32

  /// Of the whole frame.
  package var length: Int { Self.length + self.payloadLength }

  /// Nil if it has not arrived whole.
  package init?(at index: Int, in bytes: ByteBuffer) {
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

  /// Whether SETTINGS or a PING acknowledge the server's.
  var isAck: Bool { self.flags & Self.ackFlag != 0 }

  /// Whether DATA or HEADERS are the client's last on their stream.
  var endsStream: Bool { self.flags & Self.endStreamFlag != 0 }

  /// Whether DATA or HEADERS have padding.
  var isPadded: Bool { self.flags & Self.paddedFlag != 0 }

  /// Whether HEADERS have a priority.
  var hasPriority: Bool { self.flags & Self.priorityFlag != 0 }

  /// Whether HEADERS or a CONTINUATION are the last of their block.
  var endsHeaders: Bool { self.flags & Self.endHeadersFlag != 0 }

  /// Whether it is an error on a stream that is idle (§5.1).
  var isOfOpenStream: Bool {
    switch self.kind {
    case Kind.data, Kind.reset: true
    case Kind.windowUpdate: self.stream != 0
    default: false
    }
  }
}
