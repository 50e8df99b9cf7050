/// Why an event is refused: the field, and the limit that it breaks (rule S6).
public struct Violation: Hashable, Sendable, Error {
  /// The field's path inside the event, such as `scroll.y`.
  public var field: String
  /// What is wrong and what would be right.
  public var problem: String
  /// Whose fault it is.
  public var kind: Kind

  /// Whose fault a refusal is.
  public enum Kind: Hashable, Sendable {
    /// The client's: no version of the engine takes this.
    case malformed
    /// The version's: a newer engine knows this.
    case unknown
  }

  public init(field: String, problem: String, kind: Kind = .malformed) {
    self.field = field
    self.problem = problem
    self.kind = kind
  }

  /// The same, seen from outside of the message that it is in.
  public func inside(_ parent: String) -> Violation {
    let field = self.field.isEmpty ? parent : "\(parent).\(self.field)"
    return Violation(field: field, problem: self.problem, kind: self.kind)
  }
}
