/// What a connection may have done before it is the others' turn (``LoopTurns``).
struct ConnectionTurn: Hashable {
  /// In frames of DATA, which most are; most of them pass by the HTTP/2 handler.
  private static let work = 512
  private static let workPerFrame = 4
  /// A call that begins costs as much as many frames, and so does what has to be decoded.
  private static let workPerCall = 96
  private static let bytesPerWork = 16
  /// Of DATA, of which there are many events in a large frame.
  private static let bytesPerDataWork = 128

  private var left = ConnectionTurn.work
  /// Whether the next turn is arranged.
  var isAwaited = false

  var isOver: Bool { self.left <= 0 }

  mutating func spend(_ header: FrameHeader) {
    switch header.kind {
    case FrameHeader.Kind.data: self.left -= 1 + header.payloadLength / Self.bytesPerDataWork
    case FrameHeader.Kind.headers:
      self.left -= Self.workPerCall + header.payloadLength / Self.bytesPerWork
    default: self.left -= Self.workPerFrame + header.payloadLength / Self.bytesPerWork
    }
  }
}
