/// Why a definition cannot be used.
public struct ExperienceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, field by field; at least one entry.
  public var violations: [Violation]

  public init(violations: [Violation]) {
    self.violations = violations
  }

  /// One problem on a line.
  public var description: String {
    self.violations.map { violation in
      violation.field.isEmpty ? violation.problem : "\(violation.field): \(violation.problem)"
    }.joined(separator: "\n")
  }
}
