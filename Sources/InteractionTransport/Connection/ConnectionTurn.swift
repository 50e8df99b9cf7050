import NIOCore

/// What a connection may have done before it is the others' turn.
struct ConnectionTurn {
  /// How long it waits then. An event loop looks for what has come for others only when nothing is due,
  /// however much was done at once: a moment later is soon enough, and not at once.
  static let pause = TimeAmount.microseconds(5)

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
