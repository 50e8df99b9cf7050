import InteractionCore
import Testing

/// A row of the badge table: a text, the operations on it, and the expected appearance.
struct BadgeRow: Sendable, CustomTestStringConvertible {
  /// The initial text.
  var text: String
  /// The operations: `+3` and `-3` add, `=7/5` sets the count 7 with the limit 5; others by name.
  var operations: String
  /// The appearance by the preset `refined`: `-` hidden, `•` a dot.
  var refined: String
  /// The appearance by the preset `literal`.
  var literal: String

  init(_ text: String, _ operations: String, _ refined: String, literal: String? = nil) {
    self.text = text
    self.operations = operations
    self.refined = refined
    self.literal = literal ?? refined
  }

  var testDescription: String { "'\(self.text)' \(self.operations)" }

  func expected(_ preset: Preset) -> String {
    preset == .literal ? self.literal : self.refined
  }

  /// Returns all operations, beginning with setting the text.
  func steps() throws -> [BadgeOperation] {
    try [.setText(self.text)] + self.operations.split(separator: " ").map(Self.operation)
  }

  private static func operation(_ word: Substring) throws -> BadgeOperation {
    switch word {
    case "clear": return .clear
    case "hide": return .hide
    case "show": return .show
    default: break
    }
    let numbers = try word.dropFirst().split(separator: "/").map { try #require(Int($0)) }
    let first = try #require(numbers.first)
    switch word.first {
    case "+": return .increase(by: first)
    case "-": return .decrease(by: first)
    default: return .set(.number(count: first, max: try #require(numbers.last)))
    }
  }
}
