/// The 5-byte prefix of a gRPC message: the compressed flag and the big-endian length.
package struct MessagePrefix: Hashable, Sendable {
  /// The size of a prefix, bytes.
  package static let byteCount = 5

  package let isCompressed: Bool
  /// The length of the message, bytes.
  package let length: Int

  package init(flag: UInt8, length: UInt32) {
    self.isCompressed = flag != 0
    self.length = Int(length)
  }

  /// Creates the prefix of an uncompressed message.
  package init(length: Int) {
    self.isCompressed = false
    self.length = length
  }

  /// Creates a prefix from its 40 bits, first byte highest.
  package init(bits: UInt64) {
    self.init(flag: UInt8(truncatingIfNeeded: bits >> 32), length: UInt32(truncatingIfNeeded: bits))
  }

  /// The fields in wire order; the length is big-endian.
  package var fields: (flag: UInt8, length: UInt32) {
    (self.isCompressed ? 1 : 0, UInt32(truncatingIfNeeded: self.length))
  }

  /// The size of prefix and message, bytes.
  package var total: Int { Self.byteCount + self.length }
}
