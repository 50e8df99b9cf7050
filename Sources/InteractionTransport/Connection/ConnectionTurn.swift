/// What a connection may have done before it is the others' turn (``LoopTurns``).
struct ConnectionTurn {
  /// In frames; a call that begins costs as much as many, and so does what has to be decoded.
  private static let frames = 128
  private static let framesPerCall = 24
  private static let bytesPerFrame = 64

  private var left = ConnectionTurn.frames
  /// Whether the next turn is arranged.
  var isAwaited = false

  var isOver: Bool { self.left <= 0 }

  mutating func take(_ header: FrameHeader) {
    self.left -= header.kind == FrameHeader.Kind.headers ? Self.framesPerCall : 1
    if header.kind != FrameHeader.Kind.data {
      self.left -= header.payloadLength / Self.bytesPerFrame
    }
  }
}
