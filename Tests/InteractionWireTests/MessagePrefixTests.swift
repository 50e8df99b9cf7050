import InteractionWire
import Testing

@Suite("gRPC's prefix")
struct MessagePrefixTests {
  @Test(
    "is a flag and four bytes of length, and is read as it was written, whole or byte by byte",
    arguments: [0, 1, 0x1_0203, 0xFFFF_FFFF])
  func bytes(length: Int) {
    for isCompressed in [false, true] {
      let prefix = MessagePrefix(flag: isCompressed ? 1 : 0, length: UInt32(length))
      #expect(prefix.fields.flag == (isCompressed ? 1 : 0))
      #expect(prefix.fields.length == UInt32(length))
      #expect(MessagePrefix(flag: prefix.fields.flag, length: prefix.fields.length) == prefix)
      let bits = UInt64(prefix.fields.flag) << 32 | UInt64(prefix.fields.length)
      #expect(MessagePrefix(bits: bits) == prefix)
      #expect(prefix.total == length + 5)
      #expect((MessagePrefix(length: length) == prefix) == !isCompressed)
    }
  }
}
