/// The reason for rejecting an event: the field, and the limit that it breaks (rule S6).
public struct Violation: Hashable, Sendable, Error {
  /// The field's path inside the event, such as `scroll.y`.
  public var field: String
  /// The problem and the remedy.
  public var problem: String
  /// The class of the violation.
  public var kind: Kind

  /// The class of a violation.
  public enum Kind: Hashable, Sendable {
    /// Malformed: no version of the engine accepts this.
    case malformed
    /// Unknown to this version: a newer engine may accept this.
    case unknown
  }

  public init(field: String, problem: String, kind: Kind = .malformed) {
    self.field = field
    self.problem = problem
    self.kind = kind
  }

  /// Returns the violation with its field path prefixed by `parent`.
  public func prefixed(with parent: String) -> Violation {
    let field = self.field.isEmpty ? parent : "\(parent).\(self.field)"
    return Violation(field: field, problem: self.problem, kind: self.kind)
  }
}
