/// A parser for protobuf's wire format that works in place, without messages. Unexpected input is
/// nil; the generated messages then produce the error.
package struct WireReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  package var isAtEnd: Bool { self.index == self.bytes.count }

  /// The number of remaining bytes.
  package var count: Int { self.bytes.count - self.index }

  package mutating func varint() -> UInt64? {
    if self.index < self.bytes.count, self.bytes[self.index] < 0x80 {
      defer { self.index += 1 }
      return UInt64(self.bytes[self.index])
    }
    return self.longVarint()
  }

  private mutating func longVarint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while self.index < self.bytes.count, shift < 64 {
      let byte = self.bytes[self.index]
      self.index += 1
      value |= UInt64(byte & 0x7F) << shift
      // The tenth byte has only one significant bit.
      if byte < 0x80 { return shift == 63 && byte > 1 ? nil : value }
      shift += 7
    }
    return nil
  }

  /// Reads a zigzag-encoded number (`sint64`).
  mutating func zigzag() -> Int64? {
    self.varint().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  mutating func double() -> Double? {
    self.fixed(UInt64.self).map { Double(bitPattern: $0) }
  }

  mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> Number? {
    guard self.count >= Number.bitWidth / 8 else { return nil }
    defer { self.index += Number.bitWidth / 8 }
    return Number(
      littleEndian: self.bytes.loadUnaligned(fromByteOffset: self.index, as: Number.self))
  }

  /// Reads a length-delimited field: a message or a packed list.
  package mutating func block() -> WireReader? {
    guard let length = self.varint(), length <= UInt64(self.count) else { return nil }
    let end = self.index + Int(length)
    defer { self.index = end }
    return WireReader(UnsafeRawBufferPointer(rebasing: self.bytes[self.index ..< end]))
  }

  /// Skips the next field. Returns its number; nil if it is malformed or a group, which proto3 does
  /// not have.
  mutating func skipField() -> UInt64? {
    guard let tag = self.varint() else { return nil }
    let isWhole =
      switch tag & 7 {
      case 0: self.varint() != nil
      case 1: self.skip(8)
      case 2: self.block() != nil
      case 5: self.skip(4)
      default: false
      }
    return isWhole ? tag >> 3 : nil
  }

  /// Returns the numbers of encoded fields, in order.
  static func fieldNumbers(in bytes: some Sequence<UInt8>) -> [Int] {
    [UInt8](bytes).withUnsafeBytes { bytes in
      var reader = WireReader(bytes)
      var numbers: [Int] = []
      while !reader.isAtEnd, let number = reader.skipField() { numbers.append(Int(number)) }
      return numbers
    }
  }

  /// Skips to the next length-delimited field, and reads it; nil if there is none.
  package mutating func nextBlock() -> (number: UInt64, field: WireReader)? {
    while !self.isAtEnd {
      let start = self.index
      guard let tag = self.varint() else { return nil }
      if tag & 7 == 2 { return self.block().map { (tag >> 3, $0) } }
      self.index = start
      guard self.skipField() != nil else { return nil }
    }
    return nil
  }

  /// The remaining bytes.
  package var rest: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self.bytes[self.index...])
  }

  private mutating func skip(_ count: Int) -> Bool {
    guard count <= self.count else { return false }
    self.index += count
    return true
  }

  mutating func text() -> String? {
    self.block().flatMap { block in
      // ASCII is valid UTF-8.
      block.bytes.allSatisfy { $0 < 0x80 }
        ? String(decoding: block.bytes, as: UTF8.self)
        : String(validating: block.bytes, as: UTF8.self)
    }
  }
}
