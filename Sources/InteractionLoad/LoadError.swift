/// An error that prevents a load.
package struct LoadError: Error, CustomStringConvertible {
  /// The type of the problem; each has an exit code.
  package enum Code: Hashable, Sendable {
    /// A recording is not the engine's answer to its events.
    case recordingMismatch
    /// No server listens at the address, or the connection is lost at once.
    case unreachable
    /// The arguments or the input are invalid.
    case invalidArgument
  }

  package let kind: Code
  package let description: String

  package init(_ kind: Code, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
