package import InteractionCore
import Yams

/// The positions of an experience's fields in its YAML.
package struct YAMLPositions {
  /// A position: a line and a column, each from 1.
  package struct Position: Hashable, Sendable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    package var description: String { "\(self.line):\(self.column)" }
  }

  private let root: Node?

  /// Parses a text; an invalid one has no positions.
  package init(_ yaml: String) {
    self.root = try? YAMLText(yaml).root
  }

  /// Returns the position, the field and the problem: `12:5: toggles[0].threshold: is -1; …`.
  package func line(for violation: Violation, severity: String = "") -> String {
    let (place, message) = self.split(violation)
    let field = violation.field.isEmpty ? "" : "\(violation.field): "
    return "\(place): \(severity)\(field)\(message)"
  }

  /// Returns the position of a problem, and the problem without it.
  package func split(_ violation: Violation) -> (place: Position, message: String) {
    if violation.field.isEmpty, let (place, message) = Self.split(violation.problem) {
      return (place, message)
    }
    return (self.place(of: violation.field), violation.problem)
  }

  /// Returns the position of a field; if the text lacks it, of its nearest parent.
  private func place(of field: String) -> Position {
    var node = self.root
    var mark: Mark?
    for step in Self.steps(of: field) {
      guard let (next, place) = Self.child(step, of: node) else { break }
      node = next
      mark = place ?? mark
    }
    return mark.map { Position($0) } ?? Position(line: 1, column: 1)
  }

  /// Splits a path such as `toggles[0].rule` into names and indexes.
  private static func steps(of field: String) -> [Substring] {
    field.split { ".[]".contains($0) }
  }

  private static func child(_ step: Substring, of node: Node?) -> (node: Node, mark: Mark?)? {
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping where key.string.map(Self.plain) == Self.plain(String(step)) {
        return (value, key.mark)
      }
      return nil
    case .sequence(let sequence):
      guard let index = Int(step), sequence.indices.contains(index) else { return nil }
      return (sequence[index], sequence[index].mark)
    case .scalar, .alias, nil: return nil
    }
  }

  /// Returns the common form of a name's two spellings: `reduced_motion`, `reducedMotion`.
  private static func plain(_ name: String) -> String {
    name.replacing("_", with: "").lowercased()
  }

  /// Splits a problem that starts with its own position, such as `12:3: …`.
  private static func split(_ problem: String) -> (place: Position, message: String)? {
    let parts = problem.split(separator: ":", maxSplits: 2)
    guard parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) else { return nil }
    return (Position(line: line, column: column), String(parts[2].drop { $0 == " " }))
  }
}

extension YAMLPositions.Position {
  init(_ mark: Mark) {
    self.init(line: mark.line, column: mark.column)
  }
}
