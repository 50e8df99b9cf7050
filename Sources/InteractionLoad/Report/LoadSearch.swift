/// The search for the largest load that an engine serves.
package struct LoadSearch: Hashable, Sendable, Codable {
  /// A load that was tried.
  package struct Attempt: Hashable, Sendable, Codable {
    /// The level.
    package var level: Int
    /// The unit of ``level``.
    package var what: String
    package var seconds: Double
    package var isKept: Bool
    package var isGeneratorLate: Bool
    /// Directive latency, microseconds; nil if no directive arrived.
    package var p50: Double?
    package var p99: Double?
    package var longest: Double?
    package var mismatches: Int
    package var errors: Int
    /// The evaluation of each objective as text.
    package var verdicts: [String]
  }

  /// The result as text.
  package var answer: String
  package var attempts: [Attempt]
}

extension LoadSearch.Attempt {
  /// One line for a terminal.
  package var line: String {
    var parts = self.verdicts
    if self.mismatches > 0 { parts.append("\(self.mismatches) directives were wrong") }
    if self.errors > 0 { parts.append("\(self.errors) sessions failed") }
    if self.isGeneratorLate { parts.append("the generator was late") }
    return "\(self.level) \(self.what), \(LoadFormat.number(self.seconds)) s:"
      + " \(parts.joined(separator: "; "))"
  }
}
