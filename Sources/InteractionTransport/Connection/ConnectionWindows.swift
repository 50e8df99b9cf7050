/// The connection's flow-control windows (RFC 9113 §6.9).
struct ConnectionWindows: Hashable {
  /// The consumed bytes at which a WINDOW_UPDATE is due: half of the window.
  private static let sharedStep = FrameHeader.initialWindow / 2

  /// The client's SETTINGS_INITIAL_WINDOW_SIZE, in bytes.
  var initial = FrameHeader.initialWindow
  /// The connection's send window, in bytes.
  var send = FrameHeader.initialWindow
  /// Bytes of DATA received since the last WINDOW_UPDATE of the connection.
  var received = 0
  /// Bytes of dropped DATA, returned to the client immediately: open calls may hold half of the
  /// window.
  var dropped = 0

  /// Returns the increment of a WINDOW_UPDATE that is due; nil if none is.
  mutating func dueWindowUpdate() -> Int? {
    guard self.received >= Self.sharedStep else { return nil }
    defer { self.received = 0 }
    return self.received
  }

  /// Returns the increment for dropped DATA, and clears it; nil if there is none.
  mutating func droppedWindowUpdate() -> Int? {
    guard self.dropped > 0 else { return nil }
    defer { self.dropped = 0 }
    return self.dropped
  }
}
