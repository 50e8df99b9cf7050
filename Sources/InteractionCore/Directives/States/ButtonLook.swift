extension ButtonLook {
  /// The frame about a button, inside its edge.
  public struct Border: Hashable, Sendable {
    /// Its width, pt.
    public var width: Double
    /// Its colour, RRGGBB.
    public var color: String

    public init(width: Double = 1, color: String = "000000") {
      self.width = width
      self.color = color
    }
  }
}
