/// Why a trace cannot be read.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public var problem: String
  /// The line of a text trace, from 1, or the record of a binary one.
  public var position: Int?

  public init(_ problem: String, at position: Int? = nil) {
    self.problem = problem
    self.position = position
  }

  public var description: String {
    self.position.map { "\($0): \(self.problem)" } ?? self.problem
  }
}
