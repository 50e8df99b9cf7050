import SwiftProtobuf

/// Fields that natively the library encodes.
extension WireWriter {
  mutating func visitSingularSInt64Field(value: Int64, fieldNumber: Int) {
    self.visitSingularUInt64Field(
      value: UInt64(bitPattern: value << 1 ^ value >> 63), fieldNumber: fieldNumber)
  }

  mutating func visitSingularFixed32Field(value: UInt32, fieldNumber: Int) {
    self.visitSingularFloatField(value: Float(bitPattern: value), fieldNumber: fieldNumber)
  }

  mutating func visitSingularFixed64Field(value: UInt64, fieldNumber: Int) {
    self.visitSingularDoubleField(value: Double(bitPattern: value), fieldNumber: fieldNumber)
  }

  mutating func visitSingularInt32Field(value: Int32, fieldNumber: Int) {
    self.visitSingularInt64Field(value: Int64(value), fieldNumber: fieldNumber)
  }

  mutating func visitSingularUInt32Field(value: UInt32, fieldNumber: Int) {
    self.visitSingularUInt64Field(value: UInt64(value), fieldNumber: fieldNumber)
  }

  mutating func visitRepeatedStringField(value: [String], fieldNumber: Int) {
    for each in value { self.visitSingularStringField(value: each, fieldNumber: fieldNumber) }
  }

  mutating func visitRepeatedEnumField<E: Enum>(value: [E], fieldNumber: Int) {
    for each in value { self.visitSingularEnumField(value: each, fieldNumber: fieldNumber) }
  }

  mutating func visitMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: [String: String],
    fieldNumber: Int
  ) {
    for (key, text) in value {
      self.append(
        fieldNumber,
        delimited: { entry in
          entry.visitSingularStringField(value: key, fieldNumber: 1)
          entry.visitSingularStringField(value: text, fieldNumber: 2)
        })
    }
  }
}
