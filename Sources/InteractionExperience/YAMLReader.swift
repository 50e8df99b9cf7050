import InteractionCore
import Yams

/// Converts an experience's YAML to protobuf's JSON mapping by the schema, and collects all
/// problems.
struct YAMLReader {
  /// The maximum number of problems in one error.
  private static let maximumViolations = 20

  let schema: Schema
  let text: YAMLText
  private(set) var violations: [Violation] = []

  init(_ text: YAMLText, by schema: Schema = .shared) {
    self.text = text
    self.schema = schema
  }

  /// A Boolean value that indicates whether the maximum is reached.
  private var isFull: Bool { self.violations.count >= Self.maximumViolations }

  /// Converts the whole text as one message of a type.
  ///
  /// - Throws: ``ExperienceError`` with all violations of the schema.
  mutating func message(_ type: String) throws(ExperienceError) -> [String: Any] {
    guard case .mapping(let mapping) = self.text.root, let message = self.schema.messages[type]
    else {
      throw ExperienceError("must be a mapping from field names to values")
    }
    let object = self.fields(of: mapping, of: message, at: "")
    guard self.violations.isEmpty else { throw ExperienceError(violations: self.violations) }
    return object
  }

  private mutating func fields(
    of mapping: Node.Mapping, of message: Schema.Message, at path: String
  ) -> [String: Any] {
    var object: [String: Any] = [:]
    var members: [String: String] = [:]
    for (name, value, place) in self.entries(
      of: mapping, at: path, by: { message.field(named: $0)?.name })
    {
      if self.isFull { break }
      guard let field = message.field(named: name) else {
        self.refuse(place, Self.unknown(name, in: message))
        continue
      }
      if let other = field.oneof.flatMap({ members.updateValue(name, forKey: $0) }) {
        self.refuse(place, "is set together with \(other); remove one")
      }
      object[field.name] = self.value(value, of: field, at: place)
    }
    return object
  }

  /// Returns the entries of a mapping, without duplicates.
  private mutating func entries(
    of mapping: Node.Mapping, at path: String, by name: (String) -> String? = { $0 }
  ) -> [(name: String, value: Node, place: String)] {
    var entries: [(String, Node, String)] = []
    var lines: [String: Int] = [:]
    for (key, value) in mapping {
      if self.isFull { break }
      guard let word = self.text.name(of: key) else {
        self.refuse(path, "a field name must be a string")
        continue
      }
      let place = path.isEmpty ? word : "\(path).\(word)"
      let line = key.mark?.line ?? 0
      if let first = lines[name(word) ?? word] {
        self.refuse(place, "is set twice, in line \(first) and in line \(line); remove one")
      } else {
        lines[name(word) ?? word] = line
        entries.append((word, value, place))
      }
    }
    return entries
  }

  private mutating func value(_ node: Node, of field: Schema.Field, at place: String) -> Any? {
    if self.isFull { return nil }
    switch (field.cardinality, node) {
    case (.one, _):
      return self.single(node, of: field, at: place)
    case (.list, .sequence(let items)):
      return items.enumerated().compactMap { index, item in
        self.single(item, of: field, at: "\(place)[\(index)]")
      }
    case (.list, .scalar) where field.kind.isEnumeration:
      // One word in place of a list of one.
      return self.single(node, of: field, at: place).map { [$0] }
    case (.map, .mapping(let mapping)):
      var object: [String: Any] = [:]
      for (name, value, place) in self.entries(of: mapping, at: place) {
        object[name] = self.single(value, of: field, at: place)
      }
      return object
    case (.list, _), (.map, _):
      self.refuse(place, self.problem(of: node, must: self.schema.requirement(of: field)))
      return nil
    }
  }

  private mutating func single(_ node: Node, of field: Schema.Field, at place: String) -> Any? {
    if self.isFull { return nil }
    if case .mapping(let mapping) = node, case .message(let type) = field.kind,
      let message = self.schema.messages[type]
    {
      return self.fields(of: mapping, of: message, at: place)
    }
    if case .scalar(let scalar) = node,
      let value = self.schema.json(YAMLScalar(scalar), as: field.kind)
    {
      return value
    }
    self.refuse(place, self.misfit(node, field.kind))
    return nil
  }

  private mutating func refuse(_ field: String, _ problem: String) {
    if !self.isFull { self.violations.append(Violation(field: field, problem: problem)) }
  }
}
