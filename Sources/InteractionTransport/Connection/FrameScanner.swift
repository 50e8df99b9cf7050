import NIOCore

/// Cuts what a client sends into frames, at whatever places it arrives cut, and looks at no byte
/// twice.
///
/// Frames for NIO's HTTP/2 handler go on as they are. Those that follow each other stay together,
/// as one run of bytes: ``run()``.
struct FrameScanner {
  /// What has arrived and has not left; up to `seen`, the run.
  private var bytes = ByteBuffer()
  private var seen = 0
  /// What is still to come of the preface, which comes before all frames.
  private var preface = FrameHeader.preface
  /// What is still to come of the newest frame.
  private var rest = 0
  private var dropsRest = false

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
      self.seen = more.readerIndex
    } else {
      // What has left would be copied with the rest, each time.
      self.seen -= self.bytes.readerIndex
      self.bytes = self.bytes.slice()
      self.bytes.writeImmutableBuffer(more)
    }
    if self.rest > 0 { self.skip(self.rest, drops: self.dropsRest) }
    return true
  }

  /// The header of the next frame; nil until it has arrived.
  func next() -> FrameHeader? {
    self.rest == 0 && self.preface.readableBytes == 0
      ? FrameHeader(at: self.seen, in: self.bytes) : nil
  }

  /// Whether all of the next frame has arrived.
  func hasWhole(_ header: FrameHeader) -> Bool {
    self.bytes.writerIndex - self.seen >= header.length
  }

  /// The payload of the next frame, which has arrived whole. It is not cut out, which would cost
  /// more than to move two indices.
  func payload(of header: FrameHeader) -> ByteBuffer {
    var payload = self.bytes
    payload.moveReaderIndex(to: self.seen + FrameHeader.length)
    payload.moveWriterIndex(to: self.seen + header.length)
    return payload
  }

  /// Adds the next frame to the run, also what has yet to arrive of it.
  mutating func pass(_ header: FrameHeader) {
    self.skip(header.length, drops: false)
  }

  /// Takes the next frame out, also what has yet to arrive of it. There is no run.
  mutating func drop(_ header: FrameHeader) {
    self.skip(header.length, drops: true)
  }

  private mutating func skip(_ length: Int, drops: Bool) {
    let step = min(length, self.bytes.writerIndex - self.seen)
    self.seen += step
    if drops { self.bytes.moveReaderIndex(to: self.seen) }
    self.rest = length - step
    self.dropsRest = drops
  }

  /// Takes out the run; nil if there is none.
  mutating func run() -> ByteBuffer? {
    let length = self.seen - self.bytes.readerIndex
    return length > 0 ? self.bytes.readSlice(length: length) : nil
  }

  /// Whether a part of a frame has come, and the rest has not.
  var isUnfinished: Bool { self.bytes.readableBytes > 0 || self.rest > 0 }

  /// Bytes that it holds memory for.
  var capacity: Int { self.bytes.storageCapacity }

  /// Lets go of the memory of what has left: the channel reads into it again if it is free.
  mutating func release() {
    guard self.bytes.readableBytes == 0 else { return }
    self.bytes = ByteBuffer()
    self.seen = 0
  }
}
