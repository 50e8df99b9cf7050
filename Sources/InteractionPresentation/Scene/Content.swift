public import InteractionCore

/// What an element shows.
public enum Content: Hashable, Sendable {
  /// A view of the app: a list, a page, a bar.
  case view
  /// A colour, RRGGBB.
  case color(String)
  /// An item of the bar, with all that stands in it.
  case item(ButtonLook, isPressed: Bool)
  /// A picture.
  case picture(Picture)
  /// Two pictures, one below the other, of which the content offset shows a part.
  case strip([Picture])
  /// A line of text.
  case text(Text)
  /// A count, a dot or a word.
  case badge(BadgeState)
  /// An animation file; at its last frame, or at its first.
  case animation(name: String, isAtEnd: Bool)
  /// A page above the root, as the app knows it.
  case page(route: String)
  /// The root: all elements that have this one as their parent.
  case root
  /// A picture of a view, taken when an element with this number first shows.
  case capture(of: Target, frame: Rect, number: UInt64)

  /// A picture.
  public struct Picture: Hashable, Sendable {
    /// The picture, as the app knows it.
    public var name: String
    /// What lies behind it; empty for nothing.
    public var background: String
    /// Whether it plays, from its first frame.
    public var isPlaying: Bool
    /// From which to which part of its height it fades to clear; nil if it does not.
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
  public struct Text: Hashable, Sendable {
    /// What it says.
    public var plain: String
    /// What stands in for ``plain`` where a client shows texts of several looks; empty if nothing.
    public var rich: [TextSpan]
    /// Its colour, RRGGBB; empty for the client's choice.
    public var color: String
    /// Its font.
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
