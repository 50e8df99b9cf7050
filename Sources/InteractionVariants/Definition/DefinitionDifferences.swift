import Foundation
package import InteractionCore
import InteractionWire
import SwiftProtobuf

/// The differences between two versions of an experience, with all defaults filled in.
package enum DefinitionDifferences {
  /// Returns the differences as lines such as `toggles[rocket].threshold: 456 → 400`, sorted by
  /// path. Elements of lists are named by their `id` or `name`, or else by their position.
  package static func lines(from old: Experience, to new: Experience) -> [String] {
    var lines: [String] = []
    self.compare(self.tree(of: old), self.tree(of: new), at: "", into: &lines)
    return lines
  }

  private static func tree(of experience: Experience) -> Any? {
    var options = JSONEncodingOptions()
    options.preserveProtoFieldNames = true
    let data = try? experience.definition.jsonUTF8Data(options: options)
    return data.flatMap { try? JSONSerialization.jsonObject(with: $0) }
  }

  private static func compare(
    _ old: Any?, _ new: Any?, at path: String, into lines: inout [String]
  ) {
    let (old, new) = (self.fields(of: old) ?? old, self.fields(of: new) ?? new)
    if let old = old as? [String: Any], let new = new as? [String: Any] {
      for name in Set(old.keys).union(new.keys).sorted() {
        let isElement = name.hasPrefix("[")
        self.compare(
          old[name], new[name], at: path.isEmpty || isElement ? path + name : "\(path).\(name)",
          into: &lines)
      }
    } else if self.text(old) != self.text(new) {
      lines.append("\(path): \(self.text(old)) → \(self.text(new))")
    }
  }

  /// Returns a list as a mapping from element names in brackets; nil for other values.
  private static func fields(of value: Any?) -> [String: Any]? {
    guard let list = value as? [Any] else { return nil }
    var fields: [String: Any] = [:]
    for (index, element) in list.enumerated() {
      let mapping = element as? [String: Any]
      let name = (mapping?["id"] ?? mapping?["name"]) as? String ?? "\(index)"
      fields[fields["[\(name)]"] == nil ? "[\(name)]" : "[\(index)]"] = element
    }
    return fields
  }

  private static func text(_ value: Any?) -> String {
    guard let value else { return "absent" }
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
  }
}
