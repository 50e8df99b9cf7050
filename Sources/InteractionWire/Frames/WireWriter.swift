import Foundation
import SwiftProtobuf

extension Message {
  /// The encoded message, written in one pass.
  ///
  /// The library computes the size of every message before it writes it, including all nested
  /// messages each time; for directives, which nest six deep, that takes most of the time. Here
  /// lengths are filled in after their content. The bytes are the same.
  package var encoded: [UInt8] {
    // Sufficient for most directives.
    var room = 1_024
    while true {
      var needed = 0
      do {
        let bytes = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          var writer = WireWriter(buffer)
          try self.traverse(visitor: &writer)
          needed = writer.count
          count = needed <= room ? needed : 0
        }
        if needed <= room { return bytes }
        room = needed
      } catch {
        // Reached for unsupported field types. The library's only own error is a missing required
        // field, and proto3 has none.
        return (try? self.serializedBytes()) ?? []
      }
    }
  }
}

/// A single-pass encoder of protobuf's wire format. Bytes beyond the buffer's capacity are only
/// counted.
struct WireWriter: Visitor {
  private enum Format {
    static let varint: UInt64 = 0
    static let fixed64: UInt64 = 1
    static let delimited: UInt64 = 2
    static let fixed32: UInt64 = 5
  }

  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes written or, beyond the capacity, needed.
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private mutating func append(_ byte: UInt8) {
    if self.count < self.bytes.count { self.bytes[self.count] = byte }
    self.count += 1
  }

  private mutating func append(_ more: UnsafeRawBufferPointer) {
    if self.count + more.count <= self.bytes.count {
      let bytes = UnsafeMutableRawBufferPointer(self.bytes)
      UnsafeMutableRawBufferPointer(rebasing: bytes[self.count...]).copyMemory(from: more)
    }
    self.count += more.count
  }

  private mutating func append(varint: UInt64) {
    varint.forEachVarintByte { self.append($0) }
  }

  private mutating func append(_ field: Int, _ format: UInt64) {
    self.append(varint: UInt64(field) << 3 | format)
  }

  private mutating func append(fixed value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { self.append($0) }
  }

  /// Writes a length-delimited field with the content that `body` writes.
  mutating func append(
    _ field: Int, delimited body: (inout Self) throws -> Void
  ) rethrows {
    self.append(field, Format.delimited)
    // One byte is reserved for the length; a longer length moves the content.
    let place = self.count
    self.append(0)
    try body(&self)
    let length = self.count - place - 1
    let more = (Int.bitWidth - length.leadingZeroBitCount - 1) / 7
    self.count += more
    guard self.count <= self.bytes.count else { return }
    if more > 0 {
      let bytes = UnsafeMutableRawBufferPointer(self.bytes)
      let content = place + 1 ..< place + 1 + length
      UnsafeMutableRawBufferPointer(rebasing: bytes[(content.lowerBound + more)...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[content]))
    }
    for index in 0 ... more {
      let isLast: UInt8 = index < more ? 0x80 : 0
      self.bytes[place + index] =
        UInt8(truncatingIfNeeded: length >> (7 * index)) & 0x7F | isLast
    }
  }

  // MARK: - Fields

  mutating func visitUnknown(bytes: Data) {
    bytes.withUnsafeBytes { self.append($0) }
  }

  mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) {
    self.append(fieldNumber, Format.fixed64)
    self.append(fixed: value.bitPattern)
  }

  mutating func visitSingularFloatField(value: Float, fieldNumber: Int) {
    self.append(fieldNumber, Format.fixed32)
    self.append(fixed: value.bitPattern)
  }

  mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) {
    self.append(fieldNumber, Format.varint)
    self.append(varint: UInt64(bitPattern: value))
  }

  mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) {
    self.append(fieldNumber, Format.varint)
    self.append(varint: value)
  }

  mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) {
    self.visitSingularUInt64Field(value: value ? 1 : 0, fieldNumber: fieldNumber)
  }

  mutating func visitSingularEnumField<E: Enum>(value: E, fieldNumber: Int) {
    self.visitSingularInt64Field(value: Int64(value.rawValue), fieldNumber: fieldNumber)
  }

  mutating func visitSingularStringField(value: String, fieldNumber: Int) {
    self.append(fieldNumber, Format.delimited)
    var value = value
    value.withUTF8 { text in
      self.append(varint: UInt64(text.count))
      self.append(UnsafeRawBufferPointer(text))
    }
  }

  mutating func visitSingularBytesField(value: Data, fieldNumber: Int) {
    self.append(fieldNumber, Format.delimited)
    self.append(varint: UInt64(value.count))
    value.withUnsafeBytes { self.append($0) }
  }

  mutating func visitSingularMessageField<M: Message>(value: M, fieldNumber: Int) throws {
    try self.append(fieldNumber, delimited: { try value.traverse(visitor: &$0) })
  }

  /// Writes each message of a repeated field, as the library's default does. Compiled here, it is
  /// specialised for each message type.
  mutating func visitRepeatedMessageField<M: Message>(value: [M], fieldNumber: Int) throws {
    for each in value { try self.visitSingularMessageField(value: each, fieldNumber: fieldNumber) }
  }

  mutating func visitPackedDoubleField(value: [Double], fieldNumber: Int) {
    self.append(fieldNumber, Format.delimited)
    self.append(varint: UInt64(8 * value.count))
    for each in value { self.append(fixed: each.bitPattern) }
  }

  mutating func visitPackedUInt64Field(value: [UInt64], fieldNumber: Int) {
    self.append(fieldNumber, delimited: { for each in value { $0.append(varint: each) } })
  }

  mutating func visitPackedUInt32Field(value: [UInt32], fieldNumber: Int) {
    self.visitPackedUInt64Field(value: value.map(UInt64.init), fieldNumber: fieldNumber)
  }

  mutating func visitPackedInt64Field(value: [Int64], fieldNumber: Int) {
    self.visitPackedUInt64Field(
      value: value.map(UInt64.init(bitPattern:)), fieldNumber: fieldNumber)
  }

  mutating func visitPackedInt32Field(value: [Int32], fieldNumber: Int) {
    self.visitPackedInt64Field(value: value.map(Int64.init), fieldNumber: fieldNumber)
  }

  mutating func visitPackedEnumField<E: Enum>(value: [E], fieldNumber: Int) {
    self.visitPackedInt64Field(value: value.map { Int64($0.rawValue) }, fieldNumber: fieldNumber)
  }

  mutating func visitPackedSInt64Field(value: [Int64], fieldNumber: Int) {
    let zigzag = value.map { UInt64(bitPattern: $0 << 1 ^ $0 >> 63) }
    self.visitPackedUInt64Field(value: zigzag, fieldNumber: fieldNumber)
  }
}
