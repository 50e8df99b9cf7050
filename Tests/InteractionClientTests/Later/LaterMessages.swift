import Foundation
import SwiftProtobuf

/// Adds unknown fields and values to a message and all nested messages, by the contract's
/// descriptors, so that no message is missed.
struct LaterMessages: Sendable {
  /// An unknown enumeration value.
  static let value: UInt64 = 99

  /// A number and a text in unknown fields: 1000, and 1001 with its length.
  private static let fields: [UInt8] = [0xC0, 0x3E, 7, 0xCA, 0x3E, 2, 0x68, 0x69]

  private typealias Fields = [Int32: Google_Protobuf_FieldDescriptorProto]

  private struct Malformed: Error {
    let message: String
  }

  /// The fields of each message by its fully qualified name, with a leading period.
  private let messages: [String: Fields]

  /// Reads the descriptors that the engine serves by reflection.
  init() throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Sources/InteractionService/Resources/descriptors.binpb")
    let set = try Google_Protobuf_FileDescriptorSet(serializedBytes: Data(contentsOf: file))
    var messages: [String: Fields] = [:]
    for file in set.file {
      for message in file.messageType {
        messages[".\(file.package).\(message.name)"] = Dictionary(
          uniqueKeysWithValues: message.field.map { ($0.number, $0) })
      }
    }
    self.messages = messages
  }

  /// Returns the message with unknown fields in it and in all nested messages.
  ///
  /// - Parameter replacesValues: True to replace every enumeration value by an unknown one.
  func later<M: Message>(_ message: M, replacesValues: Bool = false) throws -> M {
    let bytes: [UInt8] = try message.serializedBytes()
    var later: [UInt8] = []
    try self.write(
      bytes[...], of: ".\(M.protoMessageName)", replacesValues: replacesValues, to: &later)
    return try M(serializedBytes: later)
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, of message: String, replacesValues: Bool, to later: inout [UInt8]
  ) throws {
    guard let fields = self.messages[message] else { throw Malformed(message: message) }
    var rest = bytes
    while !rest.isEmpty {
      let tag = try Self.varint(from: &rest)
      Self.append(tag, to: &later)
      let field = fields[Int32(tag >> 3)]
      switch tag & 7 {
      case 0:
        let value = try Self.varint(from: &rest)
        let isReplaced = replacesValues && field?.type == .enum
        Self.append(isReplaced ? Self.value : value, to: &later)
      case 1:
        later += rest.prefix(8)
        rest = rest.dropFirst(8)
      case 2:
        let length = Int(try Self.varint(from: &rest))
        var block = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        if let field, field.type == .message {
          let inner = block
          block = []
          try self.write(
            inner[...], of: field.typeName, replacesValues: replacesValues, to: &block)
        }
        Self.append(UInt64(block.count), to: &later)
        later += block
      case 5:
        later += rest.prefix(4)
        rest = rest.dropFirst(4)
      default: throw Malformed(message: message)
      }
    }
    later += Self.fields
  }

  private static func varint(from bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Malformed(message: "a number")
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }
}
