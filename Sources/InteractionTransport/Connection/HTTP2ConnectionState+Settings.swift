import NIOCore

/// The client's settings (RFC 9113 §6.5), and the acknowledgement of the server's.
extension HTTP2ConnectionState {
  enum SettingsState: Hashable {
    /// The client's SETTINGS, which precede all other frames, have not arrived.
    ///
    /// Can transition to: ``assumed``.
    case awaited
    /// The server's settings apply, but are not acknowledged.
    ///
    /// Can transition to: ``settled``.
    case assumed
    /// The client has acknowledged the server's settings.
    case settled
  }

  mutating func receive(settings frame: FrameHeader, _ payload: ByteBuffer?) -> Action {
    if frame.isAck {
      self.settlement = .settled
      return .drop
    }
    if self.settlement == .awaited { self.settlement = .assumed }
    var resizes = false
    for setting in payload?.settings ?? [] {
      if let fault = setting.connectionError {
        return .connectionError(
          fault,
          "\(setting.kind.name) is \(setting.value); must be \(setting.kind.validValues)")
      }
      switch setting.kind {
      case .tableSize: self.tableSize.change(to: setting.value)
      case .initialWindow:
        guard self.resize(to: Int(setting.value)) else {
          return .connectionError(
            .flowControlError,
            "\(setting.kind.name) is \(setting.value); a stream's window would exceed"
              + " \(FrameHeader.largestWindow)")
        }
        resizes = true
      case .push, .concurrentStreams, .frameSize, .headerListSize: break
      }
    }
    return .acknowledgeSettings(resizes: resizes)
  }
}
