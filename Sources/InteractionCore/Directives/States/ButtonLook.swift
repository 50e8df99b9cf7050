/// How a button of the bar is drawn beyond its place and its state (rule T12). What it does not say
/// is the client's own choice.
public struct ButtonLook: Hashable, Sendable {
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

  /// The title's font.
  public var titleFont: TextFont
  /// The second title's font.
  public var subtitleFont: TextFont
  /// The second title's colour, RRGGBB; empty for the title's.
  public var subtitleColor: String
  /// Background colour, RRGGBB; empty for none.
  public var backgroundColor: String
  /// The image that fills the background, over its colour; empty for none.
  public var backgroundImage: String
  /// Radius of the corners, pt.
  public var cornerRadius: Double
  /// The frame about it; nil for none.
  public var border: Border?

  public init(
    titleFont: TextFont = TextFont(), subtitleFont: TextFont = TextFont(),
    subtitleColor: String = "", backgroundColor: String = "", backgroundImage: String = "",
    cornerRadius: Double = 0, border: Border? = nil
  ) {
    self.titleFont = titleFont
    self.subtitleFont = subtitleFont
    self.subtitleColor = subtitleColor
    self.backgroundColor = backgroundColor
    self.backgroundImage = backgroundImage
    self.cornerRadius = cornerRadius
    self.border = border
  }
}

/// A font (rule T12). What it does not say is the client's own choice.
public struct TextFont: Hashable, Sendable {
  /// The family, as the client knows it; empty for the platform's own.
  public var family: String
  /// Its size, pt.
  public var size: Double?
  /// How heavy it is, 1 to 1000 as in CSS: 400 is regular, 700 bold.
  public var weight: Int?

  public init(family: String = "", size: Double? = nil, weight: Int? = nil) {
    self.family = family
    self.size = size
    self.weight = weight
  }
}

/// A part of a rich text (rule T12).
public struct TextSpan: Hashable, Sendable {
  /// What it says.
  public var text: String
  /// Its colour, RRGGBB; empty for that of the text around it.
  public var color: String
  /// Its font; what it does not say is as in the text around it.
  public var font: TextFont

  public init(text: String, color: String = "", font: TextFont = TextFont()) {
    self.text = text
    self.color = color
    self.font = font
  }
}
