import Foundation
import SwiftProtobuf

/// Adds unknown fields and values to a message and all nested messages, or removes unknown fields,
/// by a contract's descriptors, so that no message is missed.
struct DescribedMessages: Sendable {
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

  /// A change of a message and of all nested ones.
  private enum Change: Hashable {
    /// Adds unknown fields; values of enumerations may become unknown ones.
    case addition(replacesValues: Bool)
    /// Removes unknown fields.
    case removal
  }

  /// The contract of level 1.
  static var level1: DescribedMessages {
    get throws { try DescribedMessages(of: "Protos/level-1.binpb") }
  }

  /// Reads descriptors, by default those that the engine serves by reflection.
  init(of path: String = "Sources/InteractionService/Resources/descriptors.binpb") throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
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
    try self.changed(message, by: .addition(replacesValues: replacesValues))
  }

  /// Returns the message without the fields that the contract lacks.
  func earlier<M: Message>(_ message: M) throws -> M {
    try self.changed(message, by: .removal)
  }

  private func changed<M: Message>(_ message: M, by change: Change) throws -> M {
    let bytes: [UInt8] = try message.serializedBytes()
    var changed: [UInt8] = []
    try self.write(bytes[...], of: ".\(M.protoMessageName)", by: change, to: &changed)
    return try M(serializedBytes: changed)
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, of message: String, by change: Change, to changed: inout [UInt8]
  ) throws {
    guard let fields = self.messages[message] else { throw Malformed(message: message) }
    var rest = bytes
    while !rest.isEmpty {
      let tag = try Self.varint(from: &rest)
      let field = fields[Int32(tag >> 3)]
      var part: [UInt8] = []
      Self.append(tag, to: &part)
      switch tag & 7 {
      case 0:
        let value = try Self.varint(from: &rest)
        let isReplaced = change == .addition(replacesValues: true) && field?.type == .enum
        Self.append(isReplaced ? Self.value : value, to: &part)
      case 1:
        part += rest.prefix(8)
        rest = rest.dropFirst(8)
      case 2:
        let length = Int(try Self.varint(from: &rest))
        var block = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        if let field, field.type == .message {
          let inner = block
          block = []
          try self.write(inner[...], of: field.typeName, by: change, to: &block)
        }
        Self.append(UInt64(block.count), to: &part)
        part += block
      case 5:
        part += rest.prefix(4)
        rest = rest.dropFirst(4)
      default: throw Malformed(message: message)
      }
      if field != nil || change != .removal { changed += part }
    }
    if change != .removal { changed += Self.fields }
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
