import DequeModule
import InteractionWire
import NIOCore

/// Finds gRPC's length-prefixed messages in a call's DATA: each begins with a compressed flag and
/// four bytes of length.
///
/// It tracks the incomplete message, and keeps complete ones until they are read. Each prefix is
/// parsed once.
struct MessageReader {
  enum NextMessage: Hashable {
    case message(ByteBuffer)
    /// The next message is incomplete.
    case incomplete
    /// The message is compressed.
    case compressed
    /// The message exceeds the maximum; its length in bytes.
    case tooLong(Int)
  }

  /// The number of frames that a message of any length may span, and the bytes that allow one more.
  private static let frames = 16
  private static let bytesPerFrame = 1_024
  /// The maximum number of queued messages: as many of the smallest events as a window holds.
  private static let mostWaiting = 4_096

  /// The bytes that are kept and not read, and the complete prefixes among them.
  private var bytes = ByteBuffer()
  private var prefixes: Deque<MessagePrefix> = []
  /// The newest message: its partial prefix, the bytes still missing, and the number of frames that
  /// it spans.
  private var prefix: UInt64 = 0
  private var prefixBytes = 0
  private var remaining = 0
  private var fragments = 0
  /// The bytes of the incomplete message.
  private(set) var incompleteBytes = 0

  /// A Boolean value that indicates whether the newest message is fragmented into too small frames,
  /// or too many messages are queued: small ones take more memory than their bytes.
  var isFragmented: Bool {
    self.fragments > Self.frames + self.incompleteBytes / Self.bytesPerFrame
      || self.prefixes.count > Self.mostWaiting
  }

  /// A Boolean value that indicates whether the newest message is complete.
  private(set) var hasRead = false

  /// A Boolean value that indicates whether no bytes are queued.
  var isEmpty: Bool { self.bytes.readableBytes == 0 }

  /// Accounts for the payload of a DATA frame.
  ///
  /// - Parameter isRead: True if messages are read now; otherwise the payload is queued.
  /// - Returns: True if the payload is read in place, the usual case: it is exactly one message,
  ///   uncompressed, at most `maximum` bytes long, and no other is queued.
  mutating func receive(_ data: ByteBuffer, isRead: Bool, atMost maximum: Int) -> Bool {
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
        self.incompleteBytes += 1
        guard self.prefixBytes == MessagePrefix.byteCount else { continue }
        let prefix = MessagePrefix(bits: self.prefix)
        self.remaining = prefix.length
        self.prefixes.append(prefix)
      } else {
        let step = min(self.remaining, view.count)
        view.removeFirst(step)
        self.remaining -= step
        self.incompleteBytes += step
      }
      if self.remaining == 0 { self.endMessage() }
    }
    if self.incompleteBytes > 0 { self.fragments += 1 }
    return false
  }

  private mutating func endMessage() {
    self.prefix = 0
    self.prefixBytes = 0
    self.incompleteBytes = 0
    self.fragments = 0
    self.hasRead = true
  }

  /// Queues a payload.
  ///
  /// - Parameter prefix: The prefix of the message that the payload consists of; nil if it is not
  ///   exactly one.
  private mutating func keep(_ data: ByteBuffer, _ prefix: MessagePrefix? = nil) {
    if self.isEmpty {
      self.bytes = data.slice()
    } else {
      self.bytes.writeImmutableBuffer(data)
    }
    if let prefix { self.prefixes.append(prefix) }
  }

  /// Returns the next message of at most `maximum` bytes.
  mutating func next(atMost maximum: Int) -> NextMessage {
    // Releases the storage of what was read.
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
  /// The message prefix at the start of the readable bytes; nil if it is incomplete.
  fileprivate var messagePrefix: MessagePrefix? {
    self.getMultipleIntegers(at: self.readerIndex, as: (UInt8, UInt32).self)
      .map { MessagePrefix(flag: $0.0, length: $0.1) }
  }
}
