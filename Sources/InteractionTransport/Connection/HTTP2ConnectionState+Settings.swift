import NIOCore

/// What the client says of itself (RFC 9113 §6.5), and when the server's own settings hold.
extension HTTP2ConnectionState {
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
    if frame.isAck {
      self.settlement = .settled
      return .drop
    }
    if self.settlement == .awaited { self.settlement = .assumed }
    var resizes = false
    for setting in payload?.settings ?? [] {
      if let fault = setting.fault {
        return .refuse(fault, "\(setting.value) as setting \(setting.kind.rawValue)")
      }
      switch setting.kind {
      case .tableSize: self.tableSize.change(to: setting.value)
      case .initialWindow:
        guard self.resize(to: Int(setting.value)) else {
          return .refuse(.flowControlError, "a window beyond the largest")
        }
        resizes = true
      case .push, .concurrentStreams, .frameSize, .headerListSize: break
      }
    }
    return .settle(resizes: resizes)
  }
}
