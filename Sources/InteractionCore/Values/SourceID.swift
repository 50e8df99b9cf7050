/// The name of a scroll view, as the experience declares it (rule S2).
///
/// Names are short enough for Swift to store inline, so a scroll sample allocates nothing.
public struct SourceID: Hashable, Sendable, CustomStringConvertible {
  /// The name; at most 15 UTF-8 bytes.
  public var name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { self.name }
}
