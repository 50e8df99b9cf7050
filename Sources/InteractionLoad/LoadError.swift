/// Why a load cannot be run.
package struct LoadError: Error, CustomStringConvertible {
  /// What kind of problem it is; programs end with a code for each.
  package enum Kind: Hashable, Sendable {
    /// A recording is not what the engine would answer.
    case differs
    /// No server listens there, or not for long.
    case unreachable
    /// What was asked for makes no sense.
    case usage
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
