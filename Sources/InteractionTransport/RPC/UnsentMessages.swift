import DequeModule
import InteractionWire
import NIOCore

/// The messages of a response that wait for flow-control windows, in order. They are copied only
/// when they can be sent.
struct UnsentMessages {
  private var messages: Deque<[UInt8]> = []
  /// The bytes of the first message that are sent, including its prefix.
  private var sent = 0
  /// The number of unsent bytes, including prefixes.
  private(set) var count = 0

  var isEmpty: Bool { self.messages.isEmpty }

  mutating func append(_ message: [UInt8]) {
    self.messages.append(message)
    self.count += MessagePrefix.byteCount + message.count
  }

  /// Removes and returns up to `limit` bytes.
  mutating func take(_ limit: Int) -> ByteBuffer {
    var bytes = ByteBuffer()
    bytes.reserveCapacity(min(limit, self.count))
    while bytes.readableBytes < limit, let message = self.messages.first {
      self.sent += bytes.write(message, from: self.sent, atMost: limit - bytes.readableBytes)
      guard self.sent == MessagePrefix.byteCount + message.count else { break }
      self.messages.removeFirst()
      self.sent = 0
    }
    self.count -= bytes.readableBytes
    return bytes
  }
}

extension ByteBuffer {
  /// Writes a length-prefixed message from byte `start` on. Returns the number of bytes written.
  fileprivate mutating func write(
    _ message: [UInt8], from start: Int, atMost limit: Int
  ) -> Int {
    let before = self.readableBytes
    if start < MessagePrefix.byteCount {
      let prefix = MessagePrefix(length: message.count).fields
      var bytes = ByteBuffer()
      bytes.writeMultipleIntegers(prefix.flag, prefix.length)
      self.writeBytes(bytes.readableBytesView.dropFirst(start).prefix(limit))
    }
    let left = limit - (self.readableBytes - before)
    let rest = message.dropFirst(max(start - MessagePrefix.byteCount, 0))
    self.writeBytes(rest.prefix(left))
    return self.readableBytes - before
  }
}
