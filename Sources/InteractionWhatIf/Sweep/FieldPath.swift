import Foundation
import InteractionExperience
import InteractionWire
import SwiftProtobuf

/// A path to a field of an experience as in error messages: `toggles[rocket].threshold`. An element
/// of a list is named by its position from 0, or by its `id` or `name`.
enum FieldPath {
  enum Step: Hashable {
    case field(String)
    case element(String)
  }

  /// The reason why a value cannot be set.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Parses a path; empty if it is invalid.
  static func steps(of path: String) -> [Step] {
    var steps: [Step] = []
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      let names = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let field = names.first, !field.isEmpty else { return [] }
      steps.append(.field(String(field)))
      for name in names.dropFirst() {
        guard name.hasSuffix("]"), name.count > 1 else { return [] }
        steps.append(.element(String(name.dropLast())))
      }
    }
    return steps
  }

  /// Returns a definition with a number set.
  static func setting(
    _ path: String, to value: Double, in definition: Proto.ExperienceDefinition
  ) throws(Problem) -> Proto.ExperienceDefinition {
    do {
      var options = JSONEncodingOptions()
      options.preserveProtoFieldNames = true
      let json = try definition.jsonUTF8Data(options: options)
      var root = try JSONSerialization.jsonObject(with: json)
      try self.set(value, at: self.steps(of: path)[...], in: &root, path)
      let data = try JSONSerialization.data(withJSONObject: root)
      return try Proto.ExperienceDefinition(jsonUTF8Data: data)
    } catch let problem as Problem {
      throw problem
    } catch JSONDecodingError.unknownField(let name) {
      throw Problem(
        description: "\(path): no field is called '\(name)'; the reference of experiences has all")
    } catch {
      throw Problem(description: "\(path): is no number that can be swept")
    }
  }

  private static func set(
    _ value: Double, at steps: ArraySlice<Step>, in node: inout Any, _ path: String
  ) throws(Problem) {
    guard let step = steps.first else {
      node = value == value.rounded() && abs(value) < 1e15 ? Int(value) as Any : value
      return
    }
    switch step {
    case .field(let name):
      guard var fields = node as? [String: Any] else {
        throw Problem(description: "\(path): '\(name)' is a field of a value that has none")
      }
      var child = fields[name] ?? [String: Any]()
      try self.set(value, at: steps.dropFirst(), in: &child, path)
      fields[name] = child
      node = fields
    case .element(let name):
      guard var elements = node as? [Any] else {
        throw Problem(description: "\(path): [\(name)] needs a list with elements")
      }
      let names = elements.map { element -> String? in
        let fields = element as? [String: Any]
        return (fields?["id"] ?? fields?["name"]) as? String
      }
      guard
        let index = names.firstIndex(of: name)
          ?? Int(name).flatMap({ elements.indices.contains($0) ? $0 : nil })
      else {
        let known = names.compactMap(\.self).joined(separator: ", ")
        throw Problem(
          description: "\(path): no element is called '\(name)'"
            + (known.isEmpty ? ", and there are \(elements.count)" : ", but: \(known)"))
      }
      try self.set(value, at: steps.dropFirst(), in: &elements[index], path)
      node = elements
    }
  }
}
