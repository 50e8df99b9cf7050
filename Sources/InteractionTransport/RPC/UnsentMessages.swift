import DequeModule
import InteractionWire
import NIOCore

/// Messages of an answer that wait for room, in order. They are copied when there is room, and not
/// before.
struct UnsentMessages {
  private var messages: Deque<[UInt8]> = []
  /// Bytes of the first message that have left, its prefix among them.
  private var sent = 0
  /// Bytes that wait, prefixes among them.
  private(set) var count = 0

  var isEmpty: Bool { self.messages.isEmpty }

  mutating func append(_ message: [UInt8]) {
    self.messages.append(message)
    self.count += MessagePrefix.byteCount + message.count
  }

  /// Takes out up to so many bytes.
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
  /// Writes a message of gRPC, but for what has left of it. Returns how many bytes of it.
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
