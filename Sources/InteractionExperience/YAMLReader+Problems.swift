import InteractionCore
import Yams

/// Descriptions of problems.
extension YAMLReader {
  static func unknown(_ name: String, in message: Schema.Message) -> String {
    let problem = "unknown field"
    if let nearest = SpellingSuggester.nearest(to: name, among: message.fields) {
      return "\(problem); did you mean \(nearest)?"
    }
    // The message has no fields to list.
    if message.fields.isEmpty { return problem }
    return
      "\(problem); must be one of \(message.fields.prefix(24).map(\.name).joined(separator: ", "))"
  }

  func misfit(_ node: Node, _ kind: Schema.FieldType) -> String {
    guard case .scalar(let node) = node else {
      return self.problem(of: node, must: self.schema.requirement(of: kind))
    }
    switch (kind, YAMLScalar(node)) {
    case (.enumeration(let enumeration), .text(let word)):
      let names = enumeration.values.map { (word: $0.word, name: $0.name) }
      let nearest =
        SpellingSuggester.nearest(to: word, among: enumeration.words)
        ?? SpellingSuggester.nearest(to: word, among: names.map(\.name))
        .flatMap { name in names.first { $0.name == name }?.word }
      if let nearest { return "is '\(word.prefix(64))'; did you mean \(nearest)?" }
    case (.text, .number(let word)):
      return "is the number \(word.prefix(40)); must be a string; put it in quotes"
    case (.text, .boolean(let isTrue)):
      return "is \(isTrue); must be a string; put it in quotes"
    case (.number, .number(let word)) where Double(word)?.isInfinite == true:
      return "is \(word.prefix(40)); must be a number from -1.8e308 to 1.8e308"
    default: break
    }
    return self.problem(of: .scalar(node), must: self.schema.requirement(of: kind))
  }

  func problem(of node: Node, must requirement: String) -> String {
    let value =
      switch node {
      case .mapping: "is a mapping"
      case .sequence: "is a list"
      case .alias: "is an alias"
      case .scalar(let scalar):
        switch YAMLScalar(scalar) {
        case .none:
          self.text.isFollowedByComment(scalar)
            ? "has no value (# starts a comment unless quoted)" : "has no value"
        case .boolean(let isTrue): "is \(isTrue)"
        case .number(let word): "is \(word.prefix(40))"
        case .text(let word): "is '\(word.prefix(40))'"
        }
      }
    return "\(value); must be \(requirement)"
  }
}
