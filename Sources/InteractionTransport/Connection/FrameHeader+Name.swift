extension FrameHeader {
  /// The name of the frame type (RFC 9113 §6); unknown types have their number.
  var name: String { FrameType.name(of: self.kind) }
}

extension FrameHeader.FrameType {
  /// Returns the name of a frame type.
  static func name(of kind: UInt8) -> String {
    switch kind {
    case Self.data: "DATA"
    case Self.headers: "HEADERS"
    case Self.priority: "PRIORITY"
    case Self.reset: "RST_STREAM"
    case Self.settings: "SETTINGS"
    case Self.pushPromise: "PUSH_PROMISE"
    case Self.ping: "PING"
    case Self.goAway: "GOAWAY"
    case Self.windowUpdate: "WINDOW_UPDATE"
    case Self.continuation: "CONTINUATION"
    default: "frame type \(kind)"
    }
  }
}
