import NIOCore

/// How far a call's newest message has arrived: gRPC puts a flag and four bytes of length before each.
struct MessageProgress {
  private static let prefixLength = 5
  /// Frames that a message of any length may come in, and bytes for which it may have one more.
  private static let frames = 16
  private static let bytesPerFrame = 1_024

  private var prefix: UInt64 = 0
  private var prefixBytes = 0
  private var remaining = 0
  /// Bytes of a message whose end has not come.
  private(set) var unfinished = 0
  private var fragments = 0

  /// Whether the message comes in frames that are too small to be worth their while.
  var isCrumbled: Bool { self.fragments > Self.frames + self.unfinished / Self.bytesPerFrame }

  /// Takes in the payload of a DATA frame.
  mutating func take(_ bytes: ByteBuffer) {
    // Mostly, a whole message and nothing else.
    if self.prefixBytes == 0,
      let length = bytes.getInteger(at: bytes.readerIndex + 1, as: UInt32.self),
      bytes.readableBytes == Self.prefixLength + Int(length)
    {
      return
    }
    var view = bytes.readableBytesView
    while !view.isEmpty {
      if self.prefixBytes < Self.prefixLength {
        self.prefix = self.prefix << 8 | UInt64(view.removeFirst())
        self.prefixBytes += 1
        self.unfinished += 1
        guard self.prefixBytes == Self.prefixLength else { continue }
        self.remaining = Int(self.prefix & 0xFFFF_FFFF)
      } else {
        let step = min(self.remaining, view.count)
        view.removeFirst(step)
        self.remaining -= step
        self.unfinished += step
      }
      if self.remaining == 0 { self = MessageProgress() }
    }
    if self.unfinished > 0 { self.fragments += 1 }
  }
}
