public import Foundation

/// A source of fields.
public protocol Decoder {
  mutating func nextFieldNumber() throws -> Int?
  mutating func handleConflictingOneOf() throws
  mutating func decodeSingularDoubleField(value: inout Double) throws
  mutating func decodeSingularDoubleField(value: inout Double?) throws
  mutating func decodeSingularBoolField(value: inout Bool) throws
  mutating func decodeSingularBoolField(value: inout Bool?) throws
  mutating func decodeSingularInt32Field(value: inout Int32) throws
  mutating func decodeSingularInt32Field(value: inout Int32?) throws
  mutating func decodeSingularInt64Field(value: inout Int64) throws
  mutating func decodeSingularInt64Field(value: inout Int64?) throws
  mutating func decodeSingularUInt32Field(value: inout UInt32) throws
  mutating func decodeSingularUInt32Field(value: inout UInt32?) throws
  mutating func decodeSingularUInt64Field(value: inout UInt64) throws
  mutating func decodeSingularUInt64Field(value: inout UInt64?) throws
  mutating func decodeSingularSInt64Field(value: inout Int64) throws
  mutating func decodeSingularFixed32Field(value: inout UInt32) throws
  mutating func decodeSingularFixed64Field(value: inout UInt64) throws
  mutating func decodeSingularStringField(value: inout String) throws
  mutating func decodeSingularStringField(value: inout String?) throws
  mutating func decodeSingularBytesField(value: inout Data) throws
  mutating func decodeSingularBytesField(value: inout Data?) throws
  mutating func decodeRepeatedDoubleField(value: inout [Double]) throws
  mutating func decodeRepeatedInt32Field(value: inout [Int32]) throws
  mutating func decodeRepeatedInt64Field(value: inout [Int64]) throws
  mutating func decodeRepeatedSInt64Field(value: inout [Int64]) throws
  mutating func decodeRepeatedUInt32Field(value: inout [UInt32]) throws
  mutating func decodeRepeatedUInt64Field(value: inout [UInt64]) throws
  mutating func decodeRepeatedStringField(value: inout [String]) throws
  mutating func decodeSingularEnumField<E: Enum>(value: inout E) throws
  mutating func decodeSingularEnumField<E: Enum>(value: inout E?) throws
  mutating func decodeRepeatedEnumField<E: Enum>(value: inout [E]) throws
  mutating func decodeSingularMessageField<M: Message>(value: inout M?) throws
  mutating func decodeRepeatedMessageField<M: Message>(value: inout [M]) throws
  mutating func decodeMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: inout [String: String]
  ) throws
}

/// A receiver of fields.
public protocol Visitor {
  mutating func visitUnknown(bytes: Data) throws
  mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) throws
  mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) throws
  mutating func visitSingularInt32Field(value: Int32, fieldNumber: Int) throws
  mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) throws
  mutating func visitSingularUInt32Field(value: UInt32, fieldNumber: Int) throws
  mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) throws
  mutating func visitSingularSInt64Field(value: Int64, fieldNumber: Int) throws
  mutating func visitSingularFixed32Field(value: UInt32, fieldNumber: Int) throws
  mutating func visitSingularFixed64Field(value: UInt64, fieldNumber: Int) throws
  mutating func visitSingularStringField(value: String, fieldNumber: Int) throws
  mutating func visitSingularBytesField(value: Data, fieldNumber: Int) throws
  mutating func visitSingularEnumField<E: Enum>(value: E, fieldNumber: Int) throws
  mutating func visitSingularMessageField<M: Message>(value: M, fieldNumber: Int) throws
  mutating func visitRepeatedMessageField<M: Message>(value: [M], fieldNumber: Int) throws
  mutating func visitRepeatedStringField(value: [String], fieldNumber: Int) throws
  mutating func visitRepeatedEnumField<E: Enum>(value: [E], fieldNumber: Int) throws
  mutating func visitPackedDoubleField(value: [Double], fieldNumber: Int) throws
  mutating func visitPackedUInt64Field(value: [UInt64], fieldNumber: Int) throws
  mutating func visitPackedUInt32Field(value: [UInt32], fieldNumber: Int) throws
  mutating func visitPackedInt64Field(value: [Int64], fieldNumber: Int) throws
  mutating func visitPackedInt32Field(value: [Int32], fieldNumber: Int) throws
  mutating func visitPackedSInt64Field(value: [Int64], fieldNumber: Int) throws
  mutating func visitPackedEnumField<E: Enum>(value: [E], fieldNumber: Int) throws
  mutating func visitMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: [String: String],
    fieldNumber: Int
  ) throws
}

public enum ProtobufString {}
public enum _ProtobufMap<Key, Value> {}
