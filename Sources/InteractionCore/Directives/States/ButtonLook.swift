extension ButtonLook {
  /// The border of a button, drawn inside its edge.
  public struct Border: Hashable, Sendable {
    /// The width, pt.
    public var width: Double
    /// The colour, RRGGBB.
    public var color: String

    public init(width: Double = 1, color: String = "000000") {
      self.width = width
      self.color = color
    }
  }
}
