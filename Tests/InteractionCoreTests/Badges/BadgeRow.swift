import InteractionCore
import Testing

/// One line of the badges' table: a caller's text, what is done to it, and what shows then.
struct BadgeRow: Sendable, CustomTestStringConvertible {
  /// The text that is set first.
  var text: String
  /// `+3` and `-3` count, `=7/5` sets a count of 7 with 5 as its limit; the others are called what
  /// they are.
  var operations: String
  /// What shows by the rules as written: `-` for nothing, `•` for a dot.
  var refined: String
  /// What shows as the original has it.
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

  /// Everything that is done, the text first.
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
