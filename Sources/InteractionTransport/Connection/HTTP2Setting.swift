import NIOCore
import NIOHPACK

/// An HTTP/2 setting (RFC 9113 §6.5.2).
struct HTTP2Setting: Hashable {
  enum Identifier: UInt16 {
    case tableSize = 1
    case push = 2
    case concurrentStreams = 3
    case initialWindow = 4
    case frameSize = 5
    case headerListSize = 6
  }

  let kind: Identifier
  let value: UInt32

  /// The connection error of an invalid value; nil if the value is valid.
  var connectionError: HTTP2ErrorCode? {
    switch self.kind {
    case .push: self.value <= 1 ? nil : .protocolError
    case .initialWindow: self.value <= FrameHeader.largestWindow ? nil : .flowControlError
    case .frameSize: (1 << 14 ..< 1 << 24).contains(self.value) ? nil : .protocolError
    case .tableSize, .concurrentStreams, .headerListSize: nil
    }
  }
}

/// The size of the client's HPACK dynamic table, whose changes header blocks acknowledge (RFC 7541
/// §4.2).
struct DynamicTableSize: Hashable {
  private var current: UInt32 = 4_096
  /// The smallest size set since the last header block; nil if the table has not shrunk.
  private var smallest: UInt32?

  mutating func change(to size: UInt32) {
    if size < self.current { self.smallest = min(size, self.smallest ?? size) }
    self.current = size
  }

  /// Returns the dynamic table size updates that the next header block begins with, and clears
  /// them: the smallest size, and then the current size if it is larger.
  mutating func takeUpdates() -> [UInt32] {
    guard let smallest else { return [] }
    self.smallest = nil
    return self.current > smallest ? [smallest, self.current] : [smallest]
  }
}

extension ByteBuffer {
  /// The settings in the payload of a SETTINGS frame, without unknown ones (RFC 9113 §6.5.2).
  var settings: [HTTP2Setting] {
    var rest = self
    var settings: [HTTP2Setting] = []
    while let (id, value) = rest.readMultipleIntegers(as: (UInt16, UInt32).self) {
      guard let kind = HTTP2Setting.Identifier(rawValue: id) else { continue }
      settings.append(HTTP2Setting(kind: kind, value: value))
    }
    return settings
  }

  /// Writes the server's SETTINGS.
  mutating func writeServerSettings(_ limits: ConnectionLimits) {
    let settings: [(HTTP2Setting.Identifier, Int)] = [
      (.initialWindow, FrameHeader.initialWindow), (.frameSize, FrameHeader.longestPayload),
      (.headerListSize, HPACKDecoder.defaultMaxHeaderListSize),
      (.concurrentStreams, limits.concurrentStreams),
    ]
    self.writeFrameHeader(
      FrameHeader.FrameType.settings, length: settings.count * FrameHeader.settingLength)
    for (kind, value) in settings { self.writeMultipleIntegers(kind.rawValue, UInt32(value)) }
  }
}
