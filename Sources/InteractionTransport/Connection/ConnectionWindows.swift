/// How many bytes of DATA may go either way on all calls of a connection together (RFC 9113 §6.9).
struct ConnectionWindows: Hashable {
  /// The client gets new room when it has used a quarter of what it had: the HTTP/2 handler keeps
  /// up to a half.
  private static let sharedStep = FrameHeader.initialWindow / 4

  /// What the client takes on a call that begins.
  var initial = FrameHeader.initialWindow
  /// What the client takes on all calls together.
  var send = FrameHeader.initialWindow
  /// How much of that `Interact` has used and was not given back yet.
  var debt = 0
  /// Whether DATA of the HTTP/2 handler waits for room, and what that one writes after it.
  private(set) var isHolding = false
  /// Bytes that came for `Interact`, for which there is no new room yet.
  var received = 0
  /// Room that DATA took which is dropped. The client has it back at once: the HTTP/2 handler and
  /// `Interact` keep up to three quarters of the window.
  var dropped = 0

  /// DATA of the HTTP/2 handler leaves; false if it has to wait for room.
  mutating func admit(_ length: Int) -> Bool {
    guard length <= self.send else {
      self.isHolding = true
      return false
    }
    self.send -= length
    return true
  }

  /// What was held has left, all of it or a part.
  mutating func released(isAll: Bool) {
    self.isHolding = !isAll
  }

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
