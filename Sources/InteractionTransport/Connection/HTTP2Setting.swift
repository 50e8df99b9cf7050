import NIOCore
import NIOHPACK

/// A setting that a peer says of itself (RFC 9113 §6.5.2).
struct HTTP2Setting: Hashable {
  enum Kind: UInt16 {
    case tableSize = 1
    case push = 2
    case concurrentStreams = 3
    case initialWindow = 4
    case frameSize = 5
    case headerListSize = 6
  }

  let kind: Kind
  let value: UInt32

  /// The error of the connection that it is; nil if its value is allowed.
  var fault: HTTP2ErrorCode? {
    switch self.kind {
    case .push: self.value <= 1 ? nil : .protocolError
    case .initialWindow: self.value <= FrameHeader.largestWindow ? nil : .flowControlError
    case .frameSize: (1 << 14 ..< 1 << 24).contains(self.value) ? nil : .protocolError
    case .tableSize, .concurrentStreams, .headerListSize: nil
    }
  }
}

/// The size of the client's table of headers (RFC 7541 §4.2), which header blocks confirm.
struct HeaderTableSize: Hashable {
  private var current: UInt32 = 4_096
  /// The smallest size to which the client has shrunk it since the last block.
  private var smallest: UInt32?

  mutating func change(to size: UInt32) {
    if size < self.current { self.smallest = min(size, self.smallest ?? size) }
    self.current = size
  }

  /// What the next header block has to confirm, once: to what the client has shrunk its table, and
  /// its size now if that is another.
  mutating func confirm() -> [UInt32] {
    guard let smallest else { return [] }
    self.smallest = nil
    return self.current > smallest ? [smallest, self.current] : [smallest]
  }
}

extension ByteBuffer {
  /// What a SETTINGS frame of this payload says. Settings of unknown kinds say nothing (RFC 9113
  /// §6.5.2).
  var settings: [HTTP2Setting] {
    var rest = self
    var settings: [HTTP2Setting] = []
    while let (id, value) = rest.readMultipleIntegers(as: (UInt16, UInt32).self) {
      guard let kind = HTTP2Setting.Kind(rawValue: id) else { continue }
      settings.append(HTTP2Setting(kind: kind, value: value))
    }
    return settings
  }

  /// What the server says of itself.
  mutating func writeServerSettings(_ limits: ConnectionLimits) {
    let settings: [(HTTP2Setting.Kind, Int)] = [
      (.initialWindow, FrameHeader.initialWindow), (.frameSize, FrameHeader.longestPayload),
      (.headerListSize, HPACKDecoder.defaultMaxHeaderListSize),
      (.concurrentStreams, limits.concurrentStreams),
    ]
    self.writeFrameHeader(
      FrameHeader.Kind.settings, length: settings.count * FrameHeader.settingLength)
    for (kind, value) in settings { self.writeMultipleIntegers(kind.rawValue, UInt32(value)) }
  }
}
