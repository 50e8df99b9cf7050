/// Why an event is refused: the field, and the limit that it breaks (rule S6).
public struct Violation: Hashable, Sendable, Error {
  /// The field's path inside the event, such as `scroll.y`.
  public var field: String
  /// What is wrong and what would be right.
  public var problem: String

  public init(field: String, problem: String) {
    self.field = field
    self.problem = problem
  }

  /// The same, seen from outside of the message that it is in.
  public func inside(_ parent: String) -> Violation {
    let field = self.field.isEmpty ? parent : "\(parent).\(self.field)"
    return Violation(field: field, problem: self.problem)
  }
}
