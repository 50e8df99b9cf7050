/// The name of a scroll view, as the experience declares it (rule S2).
///
/// It is so short that Swift keeps it inline and a scroll sample allocates nothing.
public struct SourceID: Hashable, Sendable, CustomStringConvertible {
  /// At most 15 UTF-8 bytes.
  public var name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { self.name }
}
