import Foundation

extension WireDecoder {
  @inline(never)
  mutating func decodeSingularDoubleField(value: inout Double) {
    value = self.read(Format.fixed64) { $0.double() } ?? value
  }

  @inline(never)
  mutating func decodeSingularDoubleField(value: inout Double?) {
    value = self.read(Format.fixed64) { $0.double() } ?? value
  }

  @inline(never)
  mutating func decodeSingularBoolField(value: inout Bool) {
    value = self.read(Format.varint) { $0.varint().map { $0 != 0 } } ?? value
  }

  @inline(never)
  mutating func decodeSingularBoolField(value: inout Bool?) {
    value = self.read(Format.varint) { $0.varint().map { $0 != 0 } } ?? value
  }

  @inline(never)
  mutating func decodeSingularInt32Field(value: inout Int32) {
    value = self.read(Format.varint) { $0.varint().map { Int32(truncatingIfNeeded: $0) } } ?? value
  }

  @inline(never)
  mutating func decodeSingularInt32Field(value: inout Int32?) {
    value = self.read(Format.varint) { $0.varint().map { Int32(truncatingIfNeeded: $0) } } ?? value
  }

  @inline(never)
  mutating func decodeSingularInt64Field(value: inout Int64) {
    value = self.read(Format.varint) { $0.varint().map { Int64(bitPattern: $0) } } ?? value
  }

  @inline(never)
  mutating func decodeSingularInt64Field(value: inout Int64?) {
    value = self.read(Format.varint) { $0.varint().map { Int64(bitPattern: $0) } } ?? value
  }

  @inline(never)
  mutating func decodeSingularUInt32Field(value: inout UInt32) {
    value = self.read(Format.varint) { $0.varint().map { UInt32(truncatingIfNeeded: $0) } } ?? value
  }

  @inline(never)
  mutating func decodeSingularUInt32Field(value: inout UInt32?) {
    value = self.read(Format.varint) { $0.varint().map { UInt32(truncatingIfNeeded: $0) } } ?? value
  }

  @inline(never)
  mutating func decodeSingularUInt64Field(value: inout UInt64) {
    value = self.read(Format.varint) { $0.varint() } ?? value
  }

  @inline(never)
  mutating func decodeSingularUInt64Field(value: inout UInt64?) {
    value = self.read(Format.varint) { $0.varint() } ?? value
  }

  @inline(never)
  mutating func decodeSingularSInt64Field(value: inout Int64) {
    value = self.read(Format.varint) { $0.zigzag() } ?? value
  }

  @inline(never)
  mutating func decodeSingularFixed64Field(value: inout UInt64) {
    value = self.read(Format.fixed64) { $0.fixed(UInt64.self) } ?? value
  }

  @inline(never)
  mutating func decodeSingularFixed32Field(value: inout UInt32) {
    value = self.read(Format.fixed32) { $0.fixed(UInt32.self) } ?? value
  }

  @inline(never)
  mutating func decodeSingularStringField(value: inout String) {
    value = self.read(Format.delimited) { $0.text() } ?? value
  }

  @inline(never)
  mutating func decodeSingularStringField(value: inout String?) {
    value = self.read(Format.delimited) { $0.text() } ?? value
  }

  @inline(never)
  mutating func decodeSingularBytesField(value: inout Data) {
    value = self.read(Format.delimited) { $0.block().map { Array($0.rest) } } ?? value
  }

  @inline(never)
  mutating func decodeSingularBytesField(value: inout Data?) {
    value = self.read(Format.delimited) { $0.block().map { Array($0.rest) } } ?? value
  }

  @inline(never)
  mutating func decodeRepeatedDoubleField(value: inout [Double]) {
    self.readList(Format.fixed64, into: &value) { $0.double() }
  }

  @inline(never)
  mutating func decodeRepeatedInt32Field(value: inout [Int32]) {
    self.readList(Format.varint, into: &value) { $0.varint().map { Int32(truncatingIfNeeded: $0) } }
  }

  @inline(never)
  mutating func decodeRepeatedInt64Field(value: inout [Int64]) {
    self.readList(Format.varint, into: &value) { $0.varint().map { Int64(bitPattern: $0) } }
  }

  @inline(never)
  mutating func decodeRepeatedSInt64Field(value: inout [Int64]) {
    self.readList(Format.varint, into: &value) { $0.zigzag() }
  }

  @inline(never)
  mutating func decodeRepeatedUInt32Field(value: inout [UInt32]) {
    self.readList(Format.varint, into: &value) {
      $0.varint().map { UInt32(truncatingIfNeeded: $0) }
    }
  }

  @inline(never)
  mutating func decodeRepeatedUInt64Field(value: inout [UInt64]) {
    self.readList(Format.varint, into: &value) { $0.varint() }
  }

  @inline(never)
  mutating func decodeRepeatedStringField(value: inout [String]) {
    if let text = self.read(Format.delimited, { $0.text() }) { value.append(text) }
  }
}
