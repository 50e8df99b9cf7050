import SwiftProtobuf
import Testing

@testable import InteractionWire

@Suite("Protobuf's wire format, read where it lies")
struct WireReaderTests {
  private static func read<Value>(
    _ bytes: [UInt8], _ read: (inout WireReader) -> Value?
  ) -> (value: Value?, left: Int) {
    bytes.withUnsafeBytes { buffer in
      var reader = WireReader(buffer)
      let value = read(&reader)
      return (value, reader.count)
    }
  }

  @Test(
    "a varint is written and read as the library does",
    arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 32, (1 << 63) - 1, 1 << 63, .max] as [UInt64])
  func varint(value: UInt64) throws {
    var bytes: [UInt8] = []
    bytes.append(varint: value)
    let library: [UInt8] = try Interaction_V1_Ack.with { $0.directive = value }.serializedBytes()
    #expect(bytes == (value == 0 ? [0] : Array(library.dropFirst())))
    let found = Self.read(bytes + [9]) { $0.varint() }
    #expect(found.value == value && found.left == 1)
    for count in 0 ..< bytes.count {
      #expect(Self.read(Array(bytes[..<count])) { $0.varint() }.value == nil, "cut at \(count)")
    }
  }

  @Test(
    "a varint of more than 64 bits is none",
    arguments: [
      Array(repeating: 0xFF, count: 9) + [0x02], Array(repeating: 0x80, count: 10) + [0],
      Array(repeating: 0xFF, count: 11),
    ] as [[UInt8]])
  func tooLong(bytes: [UInt8]) {
    #expect(Self.read(bytes) { $0.varint() }.value == nil)
  }

  @Test(
    "zigzag: the sign is the lowest bit",
    arguments: [([0], 0), ([1], -1), ([2], 1), ([3], -2)] as [([UInt8], Int64)])
  func zigzag(bytes: [UInt8], expected: Int64) {
    #expect(Self.read(bytes) { $0.zigzag() }.value == expected)
  }

  @Test("the ends of zigzag")
  func zigzagEnds() {
    for (encoded, expected) in [(UInt64.max - 1, Int64.max), (.max, .min)] {
      var bytes: [UInt8] = []
      bytes.append(varint: encoded)
      #expect(Self.read(bytes) { $0.zigzag() }.value == expected)
    }
  }

  @Test(
    "a field is passed over by its wire type; a group, an unknown type and what is cut are malformed",
    arguments: [
      ([0x08, 0x96, 0x01, 7], 1, 1), ([0x11, 1, 2, 3, 4, 5, 6, 7, 8], 2, 0),
      ([0x1A, 2, 1, 2, 7], 3, 1), ([0x25, 1, 2, 3, 4], 4, 0), ([0xF8, 0x7F, 0], 2047, 0),
      ([0x2B], nil, 0), ([0x2C], nil, 0), ([0x2E], nil, 0), ([0x2F], nil, 0), ([0x11, 1], nil, 1),
      ([0x1A, 3, 1, 2], nil, 2), ([0x25, 1, 2, 3], nil, 3), ([0x08], nil, 0), ([], nil, 0),
    ] as [([UInt8], UInt64?, Int)])
  func skipping(bytes: [UInt8], field: UInt64?, left: Int) {
    let found = Self.read(bytes) { $0.skipField() }
    #expect(found.value == field && found.left == left)
  }

  @Test(
    "a block has its length before it; one beyond the end is none",
    arguments: [([0], 0), ([2, 1, 2, 3], 2), ([3, 1, 2], nil), ([], nil), ([0x80], nil)]
      as [([UInt8], Int?)])
  func block(bytes: [UInt8], count: Int?) {
    #expect(Self.read(bytes) { $0.block()?.count }.value == count)
  }

  @Test(
    "text is UTF-8, or none",
    arguments: [
      ([1, 0x61], "a"), ([2, 0xC3, 0xA4], "ä"), ([1, 0xC3], nil), ([2, 0xC0, 0x80], nil),
      ([3, 0xED, 0xA0, 0x80], nil), ([0], ""),
    ] as [([UInt8], String?)])
  func text(bytes: [UInt8], expected: String?) {
    #expect(Self.read(bytes) { $0.text() }.value == expected)
  }

  @Test("a double has eight bytes")
  func double() {
    #expect(Self.read([0, 0, 0, 0, 0, 0, 0xF0, 0x3F]) { $0.double() }.value == 1)
    #expect(Self.read([0, 0, 0, 0, 0, 0, 0xF0]) { $0.double() }.value == nil)
  }
}
