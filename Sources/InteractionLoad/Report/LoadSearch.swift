/// How the most load that an engine serves was looked for, and what was found.
package struct LoadSearch: Hashable, Sendable, Codable {
  /// A load that was tried.
  package struct Attempt: Hashable, Sendable, Codable {
    /// How many of what, and for how long.
    package var level: Int
    package var what: String
    package var seconds: Double
    package var isKept: Bool
    package var isGeneratorLate: Bool
    /// From event to directive, microseconds; nil if none came.
    package var p50: Double?
    package var p99: Double?
    package var longest: Double?
    package var mismatches: Int
    package var errors: Int
    /// What became of each objective, in words.
    package var verdicts: [String]
  }

  /// What was found, in words.
  package var answer: String
  package var attempts: [Attempt]
}

extension LoadSearch.Attempt {
  /// One line for a terminal.
  package var line: String {
    var parts = self.verdicts
    if self.mismatches > 0 { parts.append("\(self.mismatches) directives were wrong") }
    if self.errors > 0 { parts.append("\(self.errors) sessions ended badly") }
    if self.isGeneratorLate { parts.append("the generator was late") }
    return "\(self.level) \(self.what), \(LoadWords.plain(self.seconds)) s:"
      + " \(parts.joined(separator: "; "))"
  }
}
