import InteractionWire
import SwiftProtobuf

/// The messages, fields and enumerations of a proto package, read from its descriptors: the basis
/// of the YAML parser, of suggestions and of the JSON Schema.
struct Schema: Sendable {
  /// The messages by full name, such as `.interaction.v1.ToggleDefinition`.
  private(set) var messages: [String: Message] = [:]
  /// The enumerations by full name.
  private(set) var enumerations: [String: Enumeration] = [:]

  /// The schema of experiences.
  static let shared = Schema(serialized: PackageResources.schema_binpb)
  /// The type of an experience's root message.
  static let root = ".\(Proto.ExperienceDefinition.protoMessageName)"

  struct Message: Sendable {
    /// The name without its package.
    let name: String
    let comment: String
    fileprivate(set) var fields: [Field] = []

    /// Returns the field with a name in either spelling, proto or JSON; nil if there is none.
    func field(named name: String) -> Field? {
      self.fields.first { $0.name == name || $0.jsonName == name }
    }
  }

  struct Field: Sendable {
    let name: String
    let jsonName: String
    let comment: String
    let cardinality: Cardinality
    let kind: FieldType
    /// The name of the field's oneof; nil if it is in none.
    let oneof: String?
  }

  enum Cardinality: Sendable {
    case one, list, map
  }

  /// The type of a value.
  enum FieldType: Sendable {
    case text, boolean, duration
    /// A number with the optional units that the field's comment names.
    case number(units: [String])
    case integer(ClosedRange<Int64>)
    case enumeration(Enumeration)
    /// A message by its full type name.
    case message(String)

    var isEnumeration: Bool {
      if case .enumeration = self { true } else { false }
    }
  }

  struct Enumeration: Sendable {
    let name: String
    let comment: String
    let values: [Value]

    struct Value: Sendable {
      /// The name in YAML (see `NamedEnum`).
      let word: String
      /// The name in the proto file.
      let name: String
      let comment: String
    }

    /// The words of all values but the unspecified one.
    var words: [String] { self.values.dropFirst().map(\.word) }
  }

  /// Reads a serialized `google.protobuf.FileDescriptorSet`; one that cannot be parsed results in
  /// an empty schema.
  init(serialized: [UInt8]) {
    let set = try? Google_Protobuf_FileDescriptorSet(serializedBytes: serialized)
    let files = (set?.file ?? []).map { (file: $0, comments: SchemaComments($0)) }
    for (file, comments) in files {
      for (index, type) in file.enumType.enumerated() {
        let name = "\(file.package).\(type.name)"
        self.enumerations[".\(name)"] = Enumeration(type, named: name, comments, index)
      }
    }
    for (file, comments) in files {
      for (index, type) in file.messageType.enumerated() {
        let name = ".\(file.package).\(type.name)"
        var message = Message(name: type.name, comment: comments.message(index))
        message.fields = type.field.enumerated().map { number, field in
          self.field(field, of: type, named: name, comments.field(number, of: index))
        }
        self.messages[name] = message
      }
    }
  }

  private func field(
    _ field: Google_Protobuf_FieldDescriptorProto, of message: Google_Protobuf_DescriptorProto,
    named name: String, _ comment: String
  ) -> Field {
    let entry = message.nestedType.first { type in
      type.options.mapEntry && field.typeName == "\(name).\(type.name)"
    }
    let isInOneof = field.hasOneofIndex && !field.proto3Optional
    return Field(
      name: field.name, jsonName: field.jsonName, comment: comment,
      cardinality: entry != nil ? .map : field.label == .repeated ? .list : .one,
      kind: self.kind(entry?.field.last ?? field, comment),
      oneof: isInOneof ? message.oneofDecl[Int(field.oneofIndex)].name : nil)
  }

  private func kind(
    _ field: Google_Protobuf_FieldDescriptorProto, _ comment: String
  ) -> FieldType {
    switch field.type {
    case .bool: .boolean
    case .double, .float: .number(units: SchemaComments.units(in: comment))
    case .int32, .sint32, .sfixed32: .integer(Int64(Int32.min) ... Int64(Int32.max))
    case .uint32, .fixed32: .integer(0 ... Int64(UInt32.max))
    case .int64, .sint64, .sfixed64: .integer(.min ... .max)
    case .uint64, .fixed64: .integer(0 ... .max)
    case .enum: self.enumerations[field.typeName].map(FieldType.enumeration) ?? .text
    case .message, .group:
      field.typeName == ".google.protobuf.Duration" ? .duration : .message(field.typeName)
    case .string, .bytes: .text
    }
  }
}

extension Schema.Enumeration {
  fileprivate init(
    _ type: Google_Protobuf_EnumDescriptorProto, named fullName: String,
    _ comments: SchemaComments, _ number: Int
  ) {
    // Enumerations of other packages, such as gRPC's health service, have no words.
    let words = Proto.words[fullName] ?? type.value.map(\.name)
    self.name = type.name
    self.comment = comments.enumeration(number)
    self.values = zip(words, type.value).enumerated().map { index, value in
      Value(word: value.0, name: value.1.name, comment: comments.value(index, of: number))
    }
  }
}
