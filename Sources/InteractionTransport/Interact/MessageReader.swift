import NIOCore

/// Takes gRPC's messages out of a call's DATA: before each come a flag and four bytes of length.
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

  private var bytes = ByteBuffer()

  /// Whether nothing waits for its rest.
  var isEmpty: Bool { self.bytes.readableBytes == 0 }

  /// Whether DATA is one message of at most so many bytes, whole.
  static func isOne(_ bytes: ByteBuffer, atMost maximum: Int) -> Bool {
    guard let flag = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self),
      let length = bytes.getInteger(at: bytes.readerIndex + 1, as: UInt32.self)
    else { return false }
    return flag == 0 && length <= maximum
      && bytes.readableBytes == self.prefixLength + Int(length)
  }

  mutating func append(_ more: ByteBuffer) {
    if self.isEmpty {
      self.bytes = more
    } else {
      self.bytes.writeImmutableBuffer(more)
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
