import NIOCore

/// Finds gRPC's messages in a call's DATA: before each come a flag and four bytes of length.
///
/// It counts what has come of a message that is not complete, also where grpc-swift reads it, and
/// keeps what is to be read here.
struct MessageReader {
  enum Reading: Hashable {
    case message(ByteBuffer)
    /// The rest has yet to come.
    case incomplete
    /// The message says that it is compressed.
    case compressed
    /// The message is longer than it may be.
    case tooLong(Int)
  }

  static let prefixLength = 5
  /// Frames that a message of any length may come in, and bytes for which it may have one more.
  private static let frames = 16
  private static let bytesPerFrame = 1_024

  /// What is kept, and has not been read.
  private var bytes = ByteBuffer()
  /// The newest message: its flag and length as far as they have come, what is still to come of it,
  /// and in how many frames it came.
  private var prefix: UInt64 = 0
  private var prefixBytes = 0
  private var remaining = 0
  private var fragments = 0
  /// Bytes of a message whose end has not come.
  private(set) var unfinished = 0

  /// Whether the newest message comes in frames that are too small to be worth their while.
  var isCrumbled: Bool { self.fragments > Self.frames + self.unfinished / Self.bytesPerFrame }

  /// Whether nothing waits to be read.
  var isEmpty: Bool { self.bytes.readableBytes == 0 }

  /// Counts the payload of a DATA frame. Returns whether it is one message, whole, as mostly.
  mutating func count(_ data: ByteBuffer) -> Bool {
    if self.prefixBytes == 0,
      let length = data.getInteger(at: data.readerIndex + 1, as: UInt32.self),
      data.readableBytes == Self.prefixLength + Int(length)
    {
      return true
    }
    var view = data.readableBytesView
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
      if self.remaining == 0 { self.endMessage() }
    }
    if self.unfinished > 0 { self.fragments += 1 }
    return false
  }

  private mutating func endMessage() {
    self.prefix = 0
    self.prefixBytes = 0
    self.unfinished = 0
    self.fragments = 0
  }

  /// Whether DATA that is one message can be read where it lies: nothing waits before it, it is not
  /// compressed, and has at most so many bytes.
  func canSkip(_ data: ByteBuffer, atMost maximum: Int) -> Bool {
    self.isEmpty && data.readableBytes <= Self.prefixLength + maximum
      && data.getInteger(at: data.readerIndex, as: UInt8.self) == 0
  }

  /// Keeps the payload of a DATA frame until it is read.
  mutating func keep(_ data: ByteBuffer) {
    if self.isEmpty {
      self.bytes = data
    } else {
      self.bytes.writeImmutableBuffer(data)
    }
  }

  /// The next message of at most so many bytes.
  mutating func next(atMost maximum: Int) -> Reading {
    // What was read lies in a buffer that is too large to be kept for nothing.
    if self.isEmpty { self.bytes = ByteBuffer() }
    guard self.bytes.readableBytes >= Self.prefixLength,
      let flag = self.bytes.getInteger(at: self.bytes.readerIndex, as: UInt8.self),
      let length = self.bytes.getInteger(at: self.bytes.readerIndex + 1, as: UInt32.self)
    else { return .incomplete }
    guard flag == 0 else { return .compressed }
    guard length <= maximum else { return .tooLong(Int(length)) }
    guard self.bytes.readableBytes >= Self.prefixLength + Int(length) else { return .incomplete }
    self.bytes.moveReaderIndex(forwardBy: Self.prefixLength)
    return self.bytes.readSlice(length: Int(length)).map { .message($0) } ?? .incomplete
  }
}
