import DequeModule
import NIOCore

/// What the HTTP/2 handler writes while the client has no room for its DATA, in order.
struct HeldWrites {
  struct Write {
    let bytes: ByteBuffer
    /// Of a frame that begins here.
    let header: FrameHeader?
    let promise: EventLoopPromise<Void>?
  }

  private var writes: Deque<Write> = []
  /// Bytes of frames other than DATA, which no window bounds.
  private(set) var unboundedBytes = 0

  var first: Write? { self.writes.first }
  var isEmpty: Bool { self.writes.isEmpty }

  mutating func append(_ write: Write) {
    self.unboundedBytes += write.unboundedBytes
    self.writes.append(write)
  }

  mutating func removeFirst() {
    self.unboundedBytes -= self.writes.removeFirst().unboundedBytes
  }

  /// None of it leaves any more.
  mutating func discard() {
    for write in self.writes { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    self = HeldWrites()
  }
}

extension HeldWrites.Write {
  fileprivate var unboundedBytes: Int {
    guard let header, header.kind != FrameHeader.Kind.data else { return 0 }
    return FrameHeader.length + header.payloadLength
  }
}
