import Foundation
import InteractionCore
package import InteractionWire
import SwiftProtobuf

extension Interaction_V1_VariantsDefinition {
  /// Returns the document as YAML, with the texts of its experiences.
  ///
  /// - Parameter texts: The YAML or JSON of each variant's experience, by the variant's name.
  package func yaml(withExperiences texts: [String: String]) -> String {
    var lines = [
      "# Computed by 'interaction-engine publish': change the shares in your own file.",
      "name: \(quoted(self.name))", "salt: \(quoted(self.salt))", "phase: \(self.phase)",
    ]
    if self.hasHoldout {
      lines.append(
        "holdout: { salt: \(quoted(self.holdout.salt)), share: \(plain(self.holdout.share)) }")
    }
    if self.hasConditions { lines += self.conditions.lines }
    lines.append("variants:")
    for variant in self.variants {
      lines.append("  - name: \(quoted(variant.name))")
      if variant.hasShare { lines.append("    share: \(plain(variant.share))") }
      let ranges = variant.buckets.map { "{ first: \($0.first), end: \($0.end) }" }
      lines.append("    buckets: [\(ranges.joined(separator: ", "))]")
      if !variant.users.isEmpty { lines.append("    users: \(list(variant.users))") }
      lines.append("    experience:")
      let text = texts[variant.name] ?? (try? variant.experience.jsonString()) ?? ""
      lines += embedded(text).map { $0.isEmpty ? "" : "      \($0)" }
      while lines.last == "" { lines.removeLast() }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Interaction_V1_VariantConditions {
  fileprivate var lines: [String] {
    var lines = ["conditions:"]
    if !self.clientNames.isEmpty { lines.append("  client_names: \(list(self.clientNames))") }
    if !self.fromVersion.isEmpty { lines.append("  from_version: \(quoted(self.fromVersion))") }
    if !self.beforeVersion.isEmpty {
      lines.append("  before_version: \(quoted(self.beforeVersion))")
    }
    if !self.platforms.isEmpty { lines.append("  platforms: \(list(self.platforms))") }
    if !self.locales.isEmpty { lines.append("  locales: \(list(self.locales))") }
    return lines
  }
}

/// Returns the lines of a YAML document without its markers and directives.
private func embedded(_ text: String) -> [Substring] {
  var lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
  if let start = lines.firstIndex(where: { $0 == "---" || $0.hasPrefix("--- ") }),
    lines[..<start].allSatisfy({ $0.isEmpty || $0.hasPrefix("%") || $0.hasPrefix("#") })
  {
    let content = lines[start].dropFirst(3)
    lines.removeSubrange(..<start)
    lines[0] = content
  }
  if let end = lines.lastIndex(where: { !$0.isEmpty }), lines[end] == "..." {
    lines.remove(at: end)
  }
  return lines
}

/// Returns a string as JSON, which YAML reads as the same string.
private func quoted(_ text: String) -> String {
  let data = try? JSONEncoder().encode(text)
  return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
}

private func list(_ texts: [String]) -> String {
  "[\(texts.map(quoted).joined(separator: ", "))]"
}
