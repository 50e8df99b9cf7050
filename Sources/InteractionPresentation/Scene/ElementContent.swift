public import InteractionCore

/// The content of an element.
public enum ElementContent: Hashable, Sendable {
  /// A view of the app, such as a list, a page or a bar.
  case view
  /// A colour, RRGGBB.
  case color(String)
  /// An item of the tab bar.
  case item(ButtonLook, isPressed: Bool)
  /// A picture.
  case picture(ImageContent)
  /// Two pictures, one below the other; the content offset selects the visible part.
  case strip([ImageContent])
  /// A line of text.
  case text(TextContent)
  /// A count, a dot or a text.
  case badge(BadgeState)
  /// An animation file, at its last or its first frame.
  case animation(name: String, isAtEnd: Bool)
  /// A page above the root, by its route in the app.
  case page(route: String)
  /// The root: the parent of all elements below the pages.
  case root
  /// A snapshot of a part of a view, taken when an element with this number first appears.
  case capture(of: ViewPath, frame: Rect, number: UInt64)

  /// A picture.
  public struct ImageContent: Hashable, Sendable {
    /// The picture's name in the app.
    public var name: String
    /// The name of the picture behind it; empty for none.
    public var background: String
    /// A Boolean value that indicates whether it plays, from its first frame.
    public var isPlaying: Bool
    /// The range over which it fades to transparent, as fractions of its height; nil for none.
    public var fade: ClosedRange<Double>?

    public init(
      _ name: String, background: String = "", isPlaying: Bool = false,
      fade: ClosedRange<Double>? = nil
    ) {
      self.name = name
      self.background = background
      self.isPlaying = isPlaying
      self.fade = fade
    }
  }

  /// A line of text.
  public struct TextContent: Hashable, Sendable {
    /// The text without attributes.
    public var plain: String
    /// The attributed text, which replaces ``plain`` in clients that support it; empty for none.
    public var rich: [TextSpan]
    /// The colour, RRGGBB; empty for the client's choice.
    public var color: String
    /// The font.
    public var font: TextFont

    public init(
      _ plain: String, rich: [TextSpan] = [], color: String = "", font: TextFont = TextFont()
    ) {
      self.plain = plain
      self.rich = rich
      self.color = color
      self.font = font
    }
  }
}
