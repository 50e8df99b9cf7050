import NIOCore
import NIOHPACK

/// What a client has said of itself (RFC 9113 §6.5.2), for NIO's HTTP/2 handler, which comes
/// later.
struct ClientSettings: Hashable {
  enum Kind: UInt16 {
    case tableSize = 1
    case push = 2
    case concurrentStreams = 3
    case initialWindow = 4
    case frameSize = 5
    case headerListSize = 6
  }

  struct Setting: Hashable {
    let kind: Kind
    let value: UInt32

    var isValid: Bool {
      switch self.kind {
      case .push: self.value <= 1
      case .initialWindow: self.value <= FrameHeader.largestWindow
      case .frameSize: (1 << 14 ..< 1 << 24).contains(self.value)
      case .tableSize, .concurrentStreams, .headerListSize: true
      }
    }
  }

  private static let tableSize: UInt32 = 4_096

  private(set) var settings: [Setting] = []
  /// The smallest size to which the client has shrunk its table of headers since the last block.
  private var smallest: UInt32?
  /// What a block has confirmed last.
  private var confirmed: UInt32?

  /// What the client's table has been shrunk to before it has the size of ``settings``; nil if it
  /// has not.
  var earlierTableSize: UInt32? { self.smallest ?? self.confirmed }

  mutating func apply(_ setting: Setting) {
    let before = self.settings.firstIndex { $0.kind == setting.kind }
    if setting.kind == .tableSize {
      let size = before.map { self.settings[$0].value } ?? Self.tableSize
      if setting.value < size { self.smallest = min(setting.value, self.smallest ?? size) }
    }
    if let before { self.settings[before] = setting } else { self.settings.append(setting) }
  }

  /// What the next header block has to confirm, once: to what the client has shrunk its table, and
  /// its size now if that is another (RFC 7541 §4.2).
  mutating func confirmTableSize() -> [UInt32] {
    guard let smallest else { return [] }
    self.smallest = nil
    let size = self.settings.first { $0.kind == .tableSize }?.value ?? smallest
    self.confirmed = size
    return size > smallest ? [smallest, size] : [smallest]
  }
}

extension [ClientSettings.Setting] {
  /// For NIO's HTTP/2 handler: a frame of its own that is longer than by default may be more than
  /// `Interact` has left of the window, which the client may not widen before it has that frame.
  var withoutFrameSize: Self { self.filter { $0.kind != .frameSize } }
}

extension ByteBuffer {
  /// What a SETTINGS frame of this payload says; nil if a value is not allowed. Settings of unknown
  /// kinds say nothing (RFC 9113 §6.5.2).
  var settings: [ClientSettings.Setting]? {
    var rest = self
    var settings: [ClientSettings.Setting] = []
    while let (id, value) = rest.readMultipleIntegers(as: (UInt16, UInt32).self) {
      guard let kind = ClientSettings.Kind(rawValue: id) else { continue }
      let setting = ClientSettings.Setting(kind: kind, value: value)
      guard setting.isValid else { return nil }
      settings.append(setting)
    }
    return settings
  }

  /// What the server says of itself.
  mutating func writeServerSettings(_ limits: ConnectionLimits) {
    let settings: [(ClientSettings.Kind, Int)] = [
      (.initialWindow, FrameHeader.initialWindow), (.frameSize, FrameHeader.longestPayload),
      (.headerListSize, HPACKDecoder.defaultMaxHeaderListSize),
      (.concurrentStreams, limits.concurrentStreams),
    ]
    self.writeSettings(settings.map { ClientSettings.Setting(kind: $0, value: UInt32($1)) })
  }

  mutating func writeSettings(_ settings: [ClientSettings.Setting]) {
    self.writeFrameHeader(
      FrameHeader.Kind.settings, length: settings.count * FrameHeader.settingLength)
    for setting in settings {
      self.writeMultipleIntegers(setting.kind.rawValue, setting.value)
    }
  }
}
