import NIOCore
import NIOHPACK

/// Encodes header blocks with literals only, which neither use nor change the dynamic table
/// (RFC 7541 §2.3.2): one writer serves all connections of an event loop.
struct HeaderWriter {
  // Huffman coding can lengthen a block beyond the size of a frame.
  private var encoder = HPACKEncoder(
    allocator: ByteBufferAllocator(), useHuffmanEncoding: false)

  /// - Parameter tableSizes: The dynamic table size updates that the block begins with.
  mutating func block(_ headers: HPACKHeaders, tableSizes: [UInt32] = []) -> ByteBuffer {
    var block = ByteBuffer()
    for size in tableSizes { block.writeTableSize(size) }
    do {
      try self.encoder.beginEncoding(allocator: ByteBufferAllocator())
      for (name, value, _) in headers {
        try self.encoder.appendNonIndexed(header: name, value: value)
      }
      block.writeImmutableBuffer(try self.encoder.endEncoding())
    } catch {
      // Unreachable: blocks are begun and ended only here.
    }
    return block
  }
}

extension ByteBuffer {
  /// Writes a dynamic table size update (RFC 7541 §6.3).
  fileprivate mutating func writeTableSize(_ size: UInt32) {
    let mark: UInt8 = 0x20
    let prefix: UInt8 = 0x1F
    guard size >= prefix else {
      self.writeInteger(mark | UInt8(size))
      return
    }
    self.writeInteger(mark | prefix)
    var rest = size - UInt32(prefix)
    while rest >= 0x80 {
      self.writeInteger(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    self.writeInteger(UInt8(rest))
  }
}
