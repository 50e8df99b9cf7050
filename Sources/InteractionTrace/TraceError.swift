/// An error in a trace.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The description.
  public var problem: String
  /// The line of a text trace or the record of a binary trace, from 1; nil if it concerns the
  /// whole.
  public var position: Int?

  public init(_ problem: String, at position: Int? = nil) {
    self.problem = problem
    self.position = position
  }

  public var description: String {
    self.position.map { "\($0): \(self.problem)" } ?? self.problem
  }
}
