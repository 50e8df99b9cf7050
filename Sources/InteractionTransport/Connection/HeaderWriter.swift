import NIOCore
import NIOHPACK

/// Writes header blocks of literals alone, which neither use nor change the table that the blocks
/// of a connection share (RFC 7541 §2.3.2): one writer serves all connections of an event loop.
struct HeaderWriter {
  // As they are: packed they may become longer, and then too long for a frame.
  private var encoder = HPACKEncoder(
    allocator: ByteBufferAllocator(), useHuffmanEncoding: false)

  /// - Parameter tableSizes: What the block confirms of the client's ``HeaderTableSize``.
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
      // Unreachable: a block is begun and ended here alone.
    }
    return block
  }
}

extension ByteBuffer {
  /// Says that the server knows the size of the client's table (RFC 7541 §6.3).
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
