/// What gRPC writes before each message: whether it is compressed, and its length, big-endian.
package struct MessagePrefix: Hashable, Sendable {
  /// Bytes of a prefix itself.
  package static let byteCount = 5

  package let isCompressed: Bool
  /// Bytes of the message.
  package let length: Int

  package init(flag: UInt8, length: UInt32) {
    self.isCompressed = flag != 0
    self.length = Int(length)
  }

  /// The prefix of a message that is not compressed.
  package init(length: Int) {
    self.isCompressed = false
    self.length = length
  }

  /// A prefix whose bytes came one by one, the first of them highest.
  package init(bits: UInt64) {
    self.init(flag: UInt8(truncatingIfNeeded: bits >> 32), length: UInt32(truncatingIfNeeded: bits))
  }

  /// What is written before the message, in this order, big-endian.
  package var fields: (flag: UInt8, length: UInt32) {
    (self.isCompressed ? 1 : 0, UInt32(truncatingIfNeeded: self.length))
  }

  /// Bytes of the prefix and its message together.
  package var total: Int { Self.byteCount + self.length }
}
