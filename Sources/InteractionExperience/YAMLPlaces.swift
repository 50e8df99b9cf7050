package import InteractionCore
import Yams

/// Where the fields of an experience stand in its YAML.
package struct YAMLPlaces {
  /// A line and a column, each from 1.
  package struct Place: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  private let root: Node?

  /// The places of a text; of one that is no YAML, there are none.
  package init(_ yaml: String) {
    self.root = try? YAMLText.compose(yaml)
  }

  /// The place of what is wrong: the field's or, if the text has no such field, that of the nearest
  /// one around it. A problem of the text itself says its place first, as `12:3: …`.
  package func place(of violation: Violation) -> Place? {
    if violation.field.isEmpty, let place = Self.place(in: violation.problem) { return place }
    var node = self.root
    var mark = node?.mark
    for step in Self.steps(of: violation.field) {
      guard let (next, place) = Self.child(step, of: node) else { break }
      node = next
      mark = place ?? mark
    }
    return mark.map { Place(line: $0.line, column: $0.column) }
  }

  /// The parts of a path such as `toggles[0].rule`: names, and numbers of elements.
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

  /// A name in either of its spellings: `reduced_motion`, `reducedMotion`.
  private static func plain(_ name: String) -> String {
    name.replacing("_", with: "").lowercased()
  }

  private static func place(in problem: String) -> Place? {
    let numbers = problem.split(separator: ":", maxSplits: 2).prefix(2).map {
      Int($0.drop { $0 == " " })
    }
    guard numbers.count == 2, let line = numbers[0], let column = numbers[1] else { return nil }
    return Place(line: line, column: column)
  }
}
