/// How many bytes of DATA may go either way on all calls of a connection together (RFC 9113 §6.9).
struct ConnectionWindows: Hashable {
  /// The client gets new room when it has used half of what it had.
  private static let sharedStep = FrameHeader.initialWindow / 2

  /// What the client takes on a call that begins.
  var initial = FrameHeader.initialWindow
  /// What the client takes on all calls together.
  var send = FrameHeader.initialWindow
  /// Bytes that came, for which there is no new room yet.
  var received = 0
  /// Room that DATA took which is dropped. The client has it back at once: what came for calls may
  /// keep half of the window.
  var dropped = 0

  /// Lets the client send more on all calls together, if it is time for that: by so many bytes.
  mutating func sharedRoom() -> Int? {
    guard self.received >= Self.sharedStep else { return nil }
    defer { self.received = 0 }
    return self.received
  }

  /// Gives back the room of what was dropped.
  mutating func droppedRoom() -> Int? {
    guard self.dropped > 0 else { return nil }
    defer { self.dropped = 0 }
    return self.dropped
  }
}
