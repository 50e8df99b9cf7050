import NIOCore

/// What the client says of itself (RFC 9113 §6.5), and when the server's own settings hold.
extension ConnectionState {
  enum Settlement: Hashable {
    /// The client has not said its own settings, which come before everything else.
    ///
    /// Can transition to: ``assumed``.
    case awaited
    /// The server's hold. The client's acknowledgement is on its way.
    ///
    /// Can transition to: ``settled``.
    case assumed
    /// The client has acknowledged them.
    case settled
  }

  mutating func receive(settings frame: FrameHeader, _ payload: ByteBuffer?) -> Action {
    if frame.isSettingsAck, self.settlement == .assumed {
      self.settlement = .settled
      return .drop
    }
    guard frame.isSettings, let settings = payload?.settings else {
      return self.settlement == .awaited
        ? .refuse(.protocolError, "settings that HTTP/2 does not know") : .pass
    }
    if self.settlement == .awaited { self.settlement = .assumed }
    var resizes = false
    for setting in settings {
      self.client.apply(setting)
      guard setting.kind == .initialWindow else { continue }
      guard self.resize(to: Int(setting.value)) else {
        return .refuse(.flowControl, "a window beyond the largest")
      }
      resizes = true
    }
    return .settle(resizes: resizes)
  }
}
