import Foundation
import InteractionCore
import Yams

/// A YAML text as the values of JSON, by the core schema of YAML 1.2.
///
/// Written out instead of left to the library's own constructor, which a mapping's odd key or
/// number can bring down: whatever a peer sends has to end in an error.
enum YAMLValue {
  /// How deep lists and mappings may lie in each other.
  static let maximumDepth = 64

  /// Reads a text.
  ///
  /// - Throws: `YamlError` where it is no YAML, ``ExperienceError`` where it is no JSON.
  static func read(_ yaml: String) throws -> Any {
    guard let node = try YAMLText.compose(yaml) else { return NSNull() }
    return try Self.value(of: node, depth: 0)
  }

  private static func value(of node: Node, depth: Int) throws -> Any {
    guard depth < Self.maximumDepth else {
      throw Self.error("lies deeper than \(Self.maximumDepth) lists and mappings", at: node)
    }
    switch node {
    case .scalar(let scalar):
      return scalar.style == .plain || scalar.style == .any
        ? Self.plain(scalar.string) : scalar.string
    case .sequence(let sequence):
      return try sequence.map { try Self.value(of: $0, depth: depth + 1) }
    case .mapping(let mapping):
      var object: [String: Any] = [:]
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          throw Self.error("the name of a field must be a text", at: key)
        }
        object[name.string] = try Self.value(of: value, depth: depth + 1)
      }
      return object
    case .alias:
      throw Self.error("anchors and aliases are not supported", at: node)
    }
  }

  /// What an unquoted word stands for.
  private static func plain(_ word: String) -> Any {
    switch word {
    case "", "~", "null", "Null", "NULL": return NSNull()
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: break
    }
    if let whole = Int(word) { return whole }
    let isNumber = word.utf8.allSatisfy { byte in
      (48 ... 57).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    if isNumber, let number = Double(word), number.isFinite { return number }
    return word
  }

  private static func error(_ problem: String, at node: Node) -> ExperienceError {
    let place = node.mark.map { "\($0.line):\($0.column): " } ?? ""
    return ExperienceError(violations: [.init(field: "", problem: place + problem)])
  }
}
