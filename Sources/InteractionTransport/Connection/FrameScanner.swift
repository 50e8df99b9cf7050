import NIOCore

/// Splits the received bytes into frames, independent of how they arrive, and reads no byte twice.
struct FrameScanner {
  /// Received bytes that are not consumed.
  private var bytes = ByteBuffer()
  /// The missing part of the client's preface.
  private var preface = FrameHeader.preface
  /// The number of bytes still to skip of a consumed frame that is incomplete.
  private var bytesToSkip = 0

  /// Appends received bytes; false if the preface is not HTTP/2's.
  mutating func append(_ arrived: ByteBuffer) -> Bool {
    var more = arrived
    if self.preface.readableBytes > 0 {
      let length = min(self.preface.readableBytes, more.readableBytes)
      guard self.preface.readSlice(length: length) == more.readSlice(length: length) else {
        return false
      }
    }
    if self.bytes.readableBytes == 0 {
      self.bytes = more
    } else {
      // Without the slice, consumed bytes would be copied at each append.
      self.bytes = self.bytes.slice()
      self.bytes.writeImmutableBuffer(more)
    }
    if self.bytesToSkip > 0 { self.skip(self.bytesToSkip) }
    return true
  }

  /// Returns the header of the next frame; nil if it is incomplete.
  func next() -> FrameHeader? {
    self.bytesToSkip == 0 && self.preface.readableBytes == 0
      ? FrameHeader(at: self.bytes.readerIndex, in: self.bytes) : nil
  }

  /// Returns whether the next frame is complete.
  func hasWhole(_ header: FrameHeader) -> Bool { self.bytes.readableBytes >= header.length }

  /// Returns the payload of the next frame, which must be complete. Two indices are moved, which
  /// costs less than a slice.
  func payload(of header: FrameHeader) -> ByteBuffer {
    var payload = self.bytes
    payload.moveReaderIndex(forwardBy: FrameHeader.length)
    payload.moveWriterIndex(to: payload.readerIndex + header.payloadLength)
    return payload
  }

  /// Consumes the next frame, including the part that has yet to arrive.
  mutating func take(_ header: FrameHeader) {
    self.skip(header.length)
  }

  private mutating func skip(_ length: Int) {
    let step = min(length, self.bytes.readableBytes)
    self.bytes.moveReaderIndex(forwardBy: step)
    self.bytesToSkip = length - step
  }

  /// True while a frame is incomplete.
  var isUnfinished: Bool { self.bytes.readableBytes > 0 || self.bytesToSkip > 0 }

  /// The size of the retained storage, in bytes.
  var capacity: Int { self.bytes.storageCapacity }

  /// Releases the storage once all is consumed: the channel reuses a unique buffer for reading.
  mutating func release() {
    if self.bytes.readableBytes == 0 { self.bytes = ByteBuffer() }
  }
}
