/// What a tab's badge shows (rules B1, B2).
public struct BadgeState: Hashable, Sendable {
  /// How a badge is drawn.
  public enum Style: Int, Hashable, Sendable, CaseIterable {
    /// A dot without text.
    case dot = 1
    /// A count.
    case number
    /// A text that does not count.
    case text
    /// The mark of something new.
    case new
  }

  /// The index of the tab, from 0.
  public var tab: Int
  /// Whether it shows at all.
  public var isShown: Bool
  /// How it is drawn.
  public var style: Style
  /// What it says; empty for a dot.
  public var text: String
  /// How far it stands to the right of its usual place, pt.
  public var dx: Double
  /// How far it stands below its usual place, pt.
  public var dy: Double
  /// How high it is, pt.
  public var height: Double
  /// The animation that it plays for ever, if any (rule B4).
  public var loop: BadgeAnimation
  /// What ``loop`` plays, so that a client can play it that has only been told the state (rule D5);
  /// nil for nothing.
  public var loopTimeline: Timeline?

  public init(
    tab: Int, isShown: Bool, style: Style, text: String, dx: Double = 0, dy: Double = 0,
    height: Double = 18, loop: BadgeAnimation = .none, loopTimeline: Timeline? = nil
  ) {
    self.tab = tab
    self.isShown = isShown
    self.style = style
    self.text = text
    self.dx = dx
    self.dy = dy
    self.height = height
    self.loop = loop
    self.loopTimeline = loopTimeline
  }
}
