import NIOCore

/// What the client says of itself (RFC 9113 §6.5), and when the server's own settings hold.
extension ConnectionState {
  /// Whether the HTTP/2 handler takes the server's settings for acknowledged.
  enum Settlement: Hashable {
    /// The client has not said its own.
    ///
    /// Can transition to: ``assumed``.
    case awaited
    /// Yes. The client's acknowledgement is on its way.
    ///
    /// Can transition to: ``settled``.
    case assumed
    /// The client has acknowledged them.
    case settled
  }

  mutating func receive(settings frame: FrameHeader, _ payload: ByteBuffer?) -> Action {
    switch self.settlement {
    case .awaited where frame.isSettings:
      self.settlement = .assumed
      // No call has begun that these could give too much room, or that waits for some.
      _ = payload.map { self.resize(by: $0) }
      return .settle
    case .assumed where frame.isSettingsAck:
      self.settlement = .settled
      return .drop
    case .awaited, .assumed, .settled:
      return payload.map { self.resize(by: $0) } ?? .pass
    }
  }
}
