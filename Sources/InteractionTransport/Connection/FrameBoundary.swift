import NIOCore

/// Where the frames begin that the HTTP/2 handler writes, each in one buffer or in two.
struct FrameBoundary {
  /// What is missing of the newest frame.
  private var missing = 0

  /// The header of a frame that begins with these bytes; nil if they go on with the one before.
  mutating func next(_ bytes: ByteBuffer) -> FrameHeader? {
    if self.missing > 0 {
      self.missing -= bytes.readableBytes
      return nil
    }
    guard let header = FrameHeader(at: bytes.readerIndex, in: bytes) else { return nil }
    self.missing = header.length - bytes.readableBytes
    return header
  }
}
