/// The name of a scroll view, as the experience declares it (rule S2).
///
/// At most 15 UTF-8 bytes, so that Swift keeps it inline and a scroll sample allocates nothing.
public struct SourceID: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public var name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { self.name }
}
