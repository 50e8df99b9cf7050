package import SwiftProtobuf

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A visitor that finds the unknown parts of a message from a newer peer. They are dropped when the
/// message is converted.
package struct UnknownPartFinder {
  private var parts: [String] = []
  private var message = ""

  /// Returns the unknown parts of `message` and its nested messages, as message and field number,
  /// or with an unknown enum value: `interaction.v1.Effect/99`, `interaction.v1.Track/2=77`.
  package static func parts(of message: any Message) -> [String] {
    var left = UnknownPartFinder(message: type(of: message).protoMessageName)
    // No method of this visitor throws.
    try? message.traverse(visitor: &left)
    return left.parts
  }

  private init(message: String) {
    self.message = message
  }

}

extension UnknownPartFinder: Visitor {
  package mutating func visitSingularEnumField<E: Enum>(value: E, fieldNumber: Int) throws {
    if let known = E.self as? any CaseIterable.Type, !value.isOne(of: known) {
      self.parts.append("\(self.message)/\(fieldNumber)=\(value.rawValue)")
    }
  }

  package mutating func visitSingularMessageField<M: Message>(
    value: M, fieldNumber: Int
  ) throws {
    let outer = self.message
    self.message = M.protoMessageName
    try value.traverse(visitor: &self)
    self.message = outer
  }

  package mutating func visitUnknown(bytes: Data) throws {
    self.parts += WireReader.fieldNumbers(in: bytes).map { "\(self.message)/\($0)" }
  }

  package mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) throws {}
  package mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) throws {}
  package mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) throws {}
  package mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) throws {}
  package mutating func visitSingularStringField(value: String, fieldNumber: Int) throws {}
  package mutating func visitSingularBytesField(value: Data, fieldNumber: Int) throws {}

  package mutating func visitMapField<K, V: MapValueType>(
    fieldType: _ProtobufMap<K, V>.Type, value: _ProtobufMap<K, V>.BaseType, fieldNumber: Int
  ) throws {}

  package mutating func visitMapField<K, V>(
    fieldType: _ProtobufEnumMap<K, V>.Type, value: _ProtobufEnumMap<K, V>.BaseType,
    fieldNumber: Int
  ) throws where V.RawValue == Int {}

  package mutating func visitMapField<K, V>(
    fieldType: _ProtobufMessageMap<K, V>.Type, value: _ProtobufMessageMap<K, V>.BaseType,
    fieldNumber: Int
  ) throws {}
}

extension Enum {
  /// Returns whether the value is one of the cases of this build.
  fileprivate func isOne<Known: CaseIterable>(of known: Known.Type) -> Bool {
    known.allCases.contains { ($0 as? Self)?.rawValue == self.rawValue }
  }
}
