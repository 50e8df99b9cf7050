import Yams

/// A YAML scalar by the core schema of YAML 1.2.
enum YAMLScalar {
  /// An empty value, or null.
  case none
  case boolean(Bool)
  /// A number as written.
  case number(String)
  case text(String)

  init(_ scalar: Node.Scalar) {
    let isPlain = scalar.style == .plain || scalar.style == .any
    switch scalar.string {
    case let word where !isPlain: self = .text(word)
    case "", "~", "null", "Null", "NULL": self = .none
    case "true", "True", "TRUE": self = .boolean(true)
    case "false", "False", "FALSE": self = .boolean(false)
    case let word: self = Self.isNumber(word) ? .number(word) : .text(word)
    }
  }

  /// Returns whether a word is a decimal number, of any size.
  static func isNumber(_ word: String) -> Bool {
    let isPossible = word.utf8.allSatisfy { byte in
      (48 ... 57).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    return isPossible && Double(word) != nil
  }
}
