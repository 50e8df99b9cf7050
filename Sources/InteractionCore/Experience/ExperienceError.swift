/// An error for an invalid experience definition.
public struct ExperienceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The violations, field by field; at least one.
  public var violations: [Violation]

  public init(violations: [Violation]) {
    self.violations = violations
  }

  /// The violations, one per line.
  public var description: String {
    self.violations.map { violation in
      violation.field.isEmpty ? violation.problem : "\(violation.field): \(violation.problem)"
    }.joined(separator: "\n")
  }
}
