import Foundation

extension ExperienceFile {
  /// The JSON Schema of experience files, for completion and validation in editors.
  public static var jsonSchema: String { JSONSchema(.shared).text(of: Schema.root) }
}

/// A JSON Schema (draft 7) of a message's YAML. Short forms come first, since editors offer them;
/// other valid spellings are patterns, which editors do not offer.
struct JSONSchema {
  private let schema: Schema

  init(_ schema: Schema) {
    self.schema = schema
  }

  func text(of root: String) -> String {
    var document = self.object(root)
    document["$schema"] = "http://json-schema.org/draft-07/schema#"
    document["title"] = "Experience"
    document["definitions"] = Dictionary(
      uniqueKeysWithValues: self.reachable(from: root).map { type in
        (Self.name(type), self.definition(of: type))
      })
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    let data = (try? JSONSerialization.data(withJSONObject: document, options: options)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the message types that a message contains, directly or indirectly.
  private func reachable(from root: String) -> Set<String> {
    var found: Set<String> = []
    var types = [root]
    while let type = types.popLast() {
      for field in self.schema.messages[type]?.fields ?? [] {
        if case .message(let inner) = field.kind, found.insert(inner).inserted {
          types.append(inner)
        }
      }
    }
    return found
  }

  private static func name(_ type: String) -> String {
    type.split(separator: ".").last.map(String.init) ?? type
  }

  // MARK: Messages

  /// Returns the schema of a message: its short forms, or a mapping.
  private func definition(of type: String) -> [String: Any] {
    let words = self.schema.words(for: type)
    let short =
      (words.isEmpty ? [] : [Self.keywords(words)])
      + self.schema.shorthandFields(of: type).compactMap { self.scalar($0.kind) }
    let object = self.object(type)
    return short.isEmpty ? object : ["anyOf": short + [object]]
  }

  private func object(_ type: String) -> [String: Any] {
    guard let message = self.schema.messages[type] else { return [:] }
    var properties: [String: Any] = [:]
    var patterns: [String: Any] = [:]
    for field in message.fields {
      properties[field.name] = self.property(field)
      if field.jsonName != field.name { patterns["^\(field.jsonName)$"] = self.property(field) }
    }
    var object: [String: Any] = [
      "type": "object", "description": message.comment, "properties": properties,
      "additionalProperties": false,
    ]
    if !patterns.isEmpty { object["patternProperties"] = patterns }
    return object
  }

  private func property(_ field: Schema.Field) -> [String: Any] {
    let value = self.value(field.kind)
    var property =
      switch field.cardinality {
      case .one: value
      case .list where field.kind.isEnumeration:
        ["anyOf": [value, ["type": "array", "items": value]]]
      case .list: ["type": "array", "items": value]
      case .map: ["type": "object", "additionalProperties": value]
      }
    property["description"] = field.comment
    return property
  }

  // MARK: Values

  private func value(_ kind: Schema.FieldType) -> [String: Any] {
    if case .message(let type) = kind { return ["$ref": "#/definitions/\(Self.name(type))"] }
    return self.scalar(kind) ?? [:]
  }

  /// Returns the schema of a scalar; nil for a message without a short form.
  private func scalar(_ kind: Schema.FieldType) -> [String: Any]? {
    switch kind {
    case .text: return ["type": "string"]
    case .boolean: return ["type": "boolean"]
    case .duration: return Self.pattern("-?[0-9]+(\\.[0-9]+)?m?s")
    case .number(let units):
      let number = "[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?"
      let unit = units.isEmpty ? "" : "(\(units.joined(separator: "|")))?"
      return ["anyOf": [["type": "number"], Self.pattern(number + unit)]]
    case .integer(let range):
      let whole: [String: Any] = [
        "type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound,
      ]
      return ["anyOf": [whole, Self.pattern("[-+]?[0-9]+")]]
    case .enumeration(let enumeration):
      return Self.keywords(enumeration.words, or: enumeration.values.map(\.name))
    case .message(let type):
      let scalars = self.schema.shorthandFields(of: type).compactMap { self.scalar($0.kind) }
      return scalars.isEmpty ? nil : ["anyOf": scalars]
    }
  }

  /// Returns the schema of an enumeration of words, with a pattern for other spellings.
  private static func keywords(_ words: [String], or others: [String] = []) -> [String: Any] {
    let hyphenated = words.filter { $0.contains("_") }.map { $0.replacing("_", with: "[-_]") }
    let spellings = others + hyphenated
    let pattern = spellings.isEmpty ? [] : [Self.pattern(spellings.joined(separator: "|"))]
    return ["anyOf": [["enum": words]] + pattern]
  }

  /// Returns the schema of a string that matches a pattern as a whole.
  private static func pattern(_ pattern: String) -> [String: Any] {
    ["type": "string", "pattern": "^(\(pattern))$"]
  }
}
