import SwiftProtobuf

extension WireDecoder {
  @inline(never)
  private mutating func enumValue() -> Int? {
    self.read(Format.varint) { $0.varint().map { Int(Int32(truncatingIfNeeded: $0)) } }
  }

  @inline(never)
  private mutating func block() -> WireReader? {
    self.read(Format.delimited) { $0.block() }
  }

  @inline(never)
  mutating func decodeSingularEnumField<E: Enum>(value: inout E) {
    value = self.enumValue().flatMap { E(rawValue: $0) } ?? value
  }

  @inline(never)
  mutating func decodeSingularEnumField<E: Enum>(value: inout E?) {
    value = self.enumValue().flatMap { E(rawValue: $0) } ?? value
  }

  mutating func decodeRepeatedEnumField<E: Enum>(value: inout [E]) {
    self.readList(Format.varint, into: &value) {
      $0.varint().flatMap { E(rawValue: Int(Int32(truncatingIfNeeded: $0))) }
    }
  }

  @inline(never)
  mutating func decodeSingularMessageField<M: Message>(value: inout M?) {
    guard let block = self.block() else { return }
    var message = value ?? M()
    if !message.merge(block, depth: self.depth + 1) { self.isMalformed = true }
    value = message
  }

  @inline(never)
  mutating func decodeRepeatedMessageField<M: Message>(value: inout [M]) {
    guard let block = self.block() else { return }
    var message = M()
    if !message.merge(block, depth: self.depth + 1) { self.isMalformed = true }
    value.append(message)
  }

  mutating func decodeMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: inout [String: String]
  ) {
    guard var entry = self.block() else { return }
    var (key, text) = ("", "")
    while !entry.isAtEnd {
      guard let (number, field) = entry.nextBlock() else { break }
      switch number {
      case 1: key = String(decoding: field.rest, as: UTF8.self)
      case 2: text = String(decoding: field.rest, as: UTF8.self)
      default: break
      }
    }
    value[key] = text
  }
}
