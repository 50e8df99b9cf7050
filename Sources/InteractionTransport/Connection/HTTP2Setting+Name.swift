extension HTTP2Setting.Identifier {
  /// The name of the setting (RFC 9113 §6.5.2).
  var name: String {
    switch self {
    case .tableSize: "SETTINGS_HEADER_TABLE_SIZE"
    case .push: "SETTINGS_ENABLE_PUSH"
    case .concurrentStreams: "SETTINGS_MAX_CONCURRENT_STREAMS"
    case .initialWindow: "SETTINGS_INITIAL_WINDOW_SIZE"
    case .frameSize: "SETTINGS_MAX_FRAME_SIZE"
    case .headerListSize: "SETTINGS_MAX_HEADER_LIST_SIZE"
    }
  }

  /// The valid values, as error messages name them.
  var validValues: String {
    switch self {
    case .push: "0 or 1"
    case .initialWindow: "0 to \(FrameHeader.largestWindow)"
    case .frameSize: "16384 to 16777215"
    case .tableSize, .concurrentStreams, .headerListSize: "0 to \(UInt32.max)"
    }
  }
}
