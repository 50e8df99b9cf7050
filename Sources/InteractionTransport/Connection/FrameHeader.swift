package import NIOCore

/// An HTTP/2 frame header (RFC 9113 §4.1).
package struct FrameHeader {
  package static let length = 9
  /// The client's connection preface (§3.4).
  package static let preface = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
  /// The length of one setting in a SETTINGS frame.
  static let settingLength = 6
  /// The length of the priority fields in HEADERS or PRIORITY.
  static let priorityLength = 5
  /// The default SETTINGS_INITIAL_WINDOW_SIZE, in bytes.
  static let initialWindow = 65_535
  /// The default SETTINGS_MAX_FRAME_SIZE, in bytes.
  static let longestPayload = 1 << 14
  static let largestWindow = 1 << 31 - 1
  static let largestStream: UInt32 = 1 << 31 - 1

  package enum FrameType {
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

  /// The length of the whole frame, in bytes.
  package var length: Int { Self.length + self.payloadLength }

  /// Returns nil if the header is incomplete.
  package init?(at index: Int, in bytes: ByteBuffer) {
    // 24 bits of length, then 8 of type.
    guard let word = bytes.getInteger(at: index, as: UInt32.self),
      let flags = bytes.getInteger(at: index + 4, as: UInt8.self),
      let stream = bytes.getInteger(at: index + 5, as: UInt32.self)
    else { return nil }
    self.payloadLength = Int(word >> 8)
    self.kind = UInt8(truncatingIfNeeded: word)
    self.flags = flags
    self.stream = stream & 0x7FFF_FFFF
  }

  /// A Boolean value that indicates whether SETTINGS or a PING has the ACK flag.
  var isAck: Bool { self.flags & Self.ackFlag != 0 }

  /// A Boolean value that indicates whether DATA or HEADERS has the END_STREAM flag.
  var endsStream: Bool { self.flags & Self.endStreamFlag != 0 }

  /// A Boolean value that indicates whether DATA or HEADERS has padding.
  var isPadded: Bool { self.flags & Self.paddedFlag != 0 }

  /// A Boolean value that indicates whether HEADERS has priority fields.
  var hasPriority: Bool { self.flags & Self.priorityFlag != 0 }

  /// A Boolean value that indicates whether HEADERS or CONTINUATION has the END_HEADERS flag.
  var endsHeaders: Bool { self.flags & Self.endHeadersFlag != 0 }

  /// A Boolean value that indicates whether the frame is a connection error on an idle stream
  /// (§5.1).
  var requiresOpenStream: Bool {
    switch self.kind {
    case FrameType.data, FrameType.reset: true
    case FrameType.windowUpdate: self.stream != 0
    default: false
    }
  }
}
