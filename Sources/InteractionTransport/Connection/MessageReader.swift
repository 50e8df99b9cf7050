import DequeModule
import InteractionWire
import NIOCore

/// Finds gRPC's messages in a call's DATA: before each come a flag and four bytes of length.
///
/// It notes what has come of a message that is not complete, and keeps what is to be read. Each
/// prefix is read once.
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

  /// Frames that a message of any length may come in, and bytes for which it may have one more.
  private static let frames = 16
  private static let bytesPerFrame = 1_024
  /// Messages that may wait: as many of the smallest events as a window holds.
  private static let mostWaiting = 4_096

  /// What is kept and has not been read, and the prefixes in it that have come whole.
  private var bytes = ByteBuffer()
  private var prefixes: Deque<MessagePrefix> = []
  /// The newest message: its flag and length as far as they have come, what is still to come of it,
  /// and in how many frames it came.
  private var prefix: UInt64 = 0
  private var prefixBytes = 0
  private var remaining = 0
  private var fragments = 0
  /// Bytes of a message whose end has not come.
  private(set) var unfinished = 0

  /// Whether the newest message comes in frames that are too small to be worth their while, or too
  /// many messages wait: small ones take more memory than their bytes.
  var isCrumbled: Bool {
    self.fragments > Self.frames + self.unfinished / Self.bytesPerFrame
      || self.prefixes.count > Self.mostWaiting
  }

  /// Whether a message has come whole, and none has begun after it.
  private(set) var hasRead = false

  /// Whether nothing waits to be read.
  var isEmpty: Bool { self.bytes.readableBytes == 0 }

  /// Notes the payload of a DATA frame. Returns whether it is to be read where it lies, as mostly:
  /// it is one message, whole and not compressed, of at most so many bytes, and nothing waits
  /// before it.
  ///
  /// - Parameter isRead: Whether messages are read now; else it is kept until later.
  mutating func note(_ data: ByteBuffer, isRead: Bool, atMost maximum: Int) -> Bool {
    if data.readableBytes > 0 { self.hasRead = false }
    if self.prefixBytes == 0, let prefix = data.messagePrefix, data.readableBytes == prefix.total {
      self.hasRead = true
      if isRead, self.isEmpty, !prefix.isCompressed, prefix.length <= maximum { return true }
      self.keep(data, prefix)
      return false
    }
    self.keep(data)
    var view = data.readableBytesView
    while !view.isEmpty {
      self.hasRead = false
      if self.prefixBytes < MessagePrefix.byteCount {
        self.prefix = self.prefix << 8 | UInt64(view.removeFirst())
        self.prefixBytes += 1
        self.unfinished += 1
        guard self.prefixBytes == MessagePrefix.byteCount else { continue }
        let prefix = MessagePrefix(bits: self.prefix)
        self.remaining = prefix.length
        self.prefixes.append(prefix)
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
    self.hasRead = true
  }

  /// - Parameter prefix: Of the message that the payload is; nil if it is not just one.
  private mutating func keep(_ data: ByteBuffer, _ prefix: MessagePrefix? = nil) {
    if self.isEmpty {
      self.bytes = data.slice()
    } else {
      self.bytes.writeImmutableBuffer(data)
    }
    if let prefix { self.prefixes.append(prefix) }
  }

  /// The next message of at most so many bytes.
  mutating func next(atMost maximum: Int) -> Reading {
    // What was read lies in a buffer that is too large to be kept for nothing.
    if self.isEmpty { self.bytes = ByteBuffer() }
    guard let prefix = self.prefixes.first else { return .incomplete }
    guard !prefix.isCompressed else { return .compressed }
    guard prefix.length <= maximum else { return .tooLong(prefix.length) }
    guard self.bytes.readableBytes >= prefix.total else { return .incomplete }
    self.prefixes.removeFirst()
    self.bytes.moveReaderIndex(forwardBy: MessagePrefix.byteCount)
    return self.bytes.readSlice(length: prefix.length).map { .message($0) } ?? .incomplete
  }
}

extension ByteBuffer {
  /// The prefix that the readable bytes begin with; nil if it is not there yet.
  fileprivate var messagePrefix: MessagePrefix? {
    self.getMultipleIntegers(at: self.readerIndex, as: (UInt8, UInt32).self)
      .map { MessagePrefix(flag: $0.0, length: $0.1) }
  }
}
