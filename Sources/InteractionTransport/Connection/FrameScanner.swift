import NIOCore

/// Cuts what a client sends into frames, at whatever places it arrives cut, and looks at no byte
/// twice.
struct FrameScanner {
  /// What has arrived and has not been taken.
  private var bytes = ByteBuffer()
  /// What is still to come of the preface, which comes before all frames.
  private var preface = FrameHeader.preface
  /// What is still to come of the newest frame.
  private var rest = 0

  /// Adds what has arrived; false if it does not begin as HTTP/2 does.
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
      // What was taken would be copied with the rest, each time.
      self.bytes = self.bytes.slice()
      self.bytes.writeImmutableBuffer(more)
    }
    if self.rest > 0 { self.skip(self.rest) }
    return true
  }

  /// The header of the next frame; nil until it has arrived.
  func next() -> FrameHeader? {
    self.rest == 0 && self.preface.readableBytes == 0
      ? FrameHeader(at: self.bytes.readerIndex, in: self.bytes) : nil
  }

  /// Whether all of the next frame has arrived.
  func hasWhole(_ header: FrameHeader) -> Bool { self.bytes.readableBytes >= header.length }

  /// The payload of the next frame, which has arrived whole. It is not cut out, which would cost
  /// more than to move two indices.
  func payload(of header: FrameHeader) -> ByteBuffer {
    var payload = self.bytes
    payload.moveReaderIndex(forwardBy: FrameHeader.length)
    payload.moveWriterIndex(to: payload.readerIndex + header.payloadLength)
    return payload
  }

  /// Goes on to the frame after the next one, also past what has yet to arrive of that.
  mutating func take(_ header: FrameHeader) {
    self.skip(header.length)
  }

  private mutating func skip(_ length: Int) {
    let step = min(length, self.bytes.readableBytes)
    self.bytes.moveReaderIndex(forwardBy: step)
    self.rest = length - step
  }

  /// Whether a part of a frame has come, and the rest has not.
  var isUnfinished: Bool { self.bytes.readableBytes > 0 || self.rest > 0 }

  /// Bytes that it holds memory for.
  var capacity: Int { self.bytes.storageCapacity }

  /// Lets go of the memory of what was taken: the channel reads into it again if it is free.
  mutating func release() {
    if self.bytes.readableBytes == 0 { self.bytes = ByteBuffer() }
  }
}
