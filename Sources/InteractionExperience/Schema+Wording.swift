/// Descriptions of valid values, for error messages.
extension Schema {
  /// Returns the requirement for a field, such as `a number in pt such as 1 or 1pt`.
  func requirement(of field: Field) -> String {
    switch field.cardinality {
    case .one: self.requirement(of: field.kind)
    case .list: "a list such as [\(self.example(of: field.kind))]"
    case .map: "a mapping such as { en: \(self.example(of: field.kind)) }"
    }
  }

  /// Returns the requirement for one value.
  func requirement(of kind: FieldType) -> String {
    switch kind {
    case .text: "a string"
    case .boolean: "true or false"
    case .duration: "a duration such as 0.25s or 250ms"
    case .number(let units):
      units.isEmpty
        ? "a number"
        : "a number in \(units.joined(separator: " or ")) such as 1 or 1\(units[0])"
    case .integer(let range):
      "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .enumeration(let enumeration): Self.requirement(ofOneOf: enumeration.words)
    case .message(let type): self.requirement(ofMessage: type)
    }
  }

  private static func requirement(ofOneOf words: [String]) -> String {
    "one of \(words.joined(separator: ", "))"
  }

  private func requirement(ofMessage type: String) -> String {
    let words = self.words(for: type)
    let scalars = self.shorthandFields(of: type).map { field in
      if case .message = field.kind {
        "a value of \(field.name)"
      } else {
        self.requirement(of: field.kind)
      }
    }
    let short = words.isEmpty ? scalars : [Self.requirement(ofOneOf: words)]
    guard self.messages[type]?.fields.isEmpty == false else { return "{}" }
    return (short + ["a mapping such as \(self.example(of: .message(type)))"])
      .joined(separator: ", or ")
  }

  private func example(of fields: [Field]) -> String {
    let entries = fields.map { field in
      let value = self.example(of: field.kind)
      return "\(field.name): \(field.cardinality == .one ? value : "[\(value)]")"
    }
    return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
  }

  private func example(of kind: FieldType) -> String {
    switch kind {
    case .text: return "…"
    case .boolean: return "true"
    case .duration: return "0.25s"
    case .number, .integer: return "1"
    case .enumeration(let enumeration): return enumeration.words.first ?? "…"
    case .message(let type):
      let fields = self.messages[type]?.fields ?? []
      if let field = self.shorthandFields(of: type).first { return self.example(of: [field]) }
      // All fields of a small message.
      return self.example(of: fields.count <= 4 ? fields : Array(fields.prefix(1)))
    }
  }
}
