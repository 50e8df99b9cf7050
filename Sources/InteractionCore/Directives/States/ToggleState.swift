/// A toggle's look.
public struct ToggleState: Hashable, Sendable {
  /// The toggle.
  public var id: String
  /// Which of its looks it shows.
  public var look: Look
  /// What that look is called, such as `rocket`.
  public var name: String
  /// The image of that look.
  public var image: String
  /// The image behind both looks.
  public var backgroundImage: String
  /// The pictures' edge, pt.
  public var edge: Double
  /// The image of its other look, which a switch brings.
  public var otherImage: String
  /// Whether its looks are the two pages of one strip, the look below first, of which it shows one
  /// (rule R7); else each has a picture of its own.
  public var isStrip: Bool

  public init(
    id: String, look: Look, name: String, image: String, backgroundImage: String, edge: Double,
    otherImage: String = "", isStrip: Bool = false
  ) {
    self.id = id
    self.look = look
    self.name = name
    self.image = image
    self.backgroundImage = backgroundImage
    self.edge = edge
    self.otherImage = otherImage
    self.isStrip = isStrip
  }
}
