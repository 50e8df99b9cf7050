/// The problems of an option or a key file, one line each.
@available(InteractionEngine 1.0, *)
package struct IdentityConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  package var problems: [String]

  package init(_ problems: [String]) {
    self.problems = problems
  }

  package var description: String { self.problems.joined(separator: "\n") }
}
