/// Whether a tab that was tapped may be selected, as the client answers when it is asked (rule T5).
public struct SelectionVerdict: Hashable, Sendable {
  /// The tab.
  public var tab: Int
  /// Whether it may.
  public var isAllowed: Bool

  public init(tab: Int, isAllowed: Bool) {
    self.tab = tab
    self.isAllowed = isAllowed
  }
}

/// What became of the open menu (rule T9).
public enum MenuChoice: Hashable, Sendable {
  /// The entry at this place was chosen.
  case chosen(entry: Int)
  /// It was put away.
  case dismissed
}

/// What can be done to a badge (rule B2).
public enum BadgeOperation: Hashable, Sendable {
  /// Show this.
  case set(BadgeContent)
  /// Show what a caller's text stands for: a dot, a count, a capped count or the text (rule B3).
  case setText(String)
  /// Count up.
  case increase(by: Int)
  /// Count down.
  case decrease(by: Int)
  /// Count nothing.
  case clear
  /// Do not show, whatever it counts.
  case hide
  /// Show again.
  case show
  /// Stand this far from the usual place, pt.
  case move(dx: Double, dy: Double)
  /// Be this high, pt.
  case resize(height: Double)
  /// Play an animation (rule B4).
  case animate(BadgeAnimation)
}

/// What a badge says (rule B1).
public enum BadgeContent: Hashable, Sendable {
  /// A dot without text.
  case dot
  /// A count; more than `max` shows as `max+`, nothing at 0. A `max` that is not positive stands
  /// for the badge's own.
  case number(count: Int, max: Int)
  /// A text that does not count.
  case text(String)
  /// The word for something new.
  case new
}

/// A request to show another page (rules N1–N4).
public struct NavigationRequest: Hashable, Sendable {
  /// What to do with the stack.
  public var operation: Operation
  /// The page, as the client knows it; empty when a page is taken off.
  public var route: String
  /// How to get there; nil is the experience's choice.
  public var style: NavigationStyle?
  /// Where the key view stands, for the styles that have one; pt.
  public var keyFrame: Rect?

  public init(
    _ operation: Operation, route: String = "", style: NavigationStyle? = nil,
    keyFrame: Rect? = nil
  ) {
    self.operation = operation
    self.route = route
    self.style = style
    self.keyFrame = keyFrame
  }
}

/// A drag of whole pages that the client has recognised with a gesture recogniser of its own (rules
/// X7, N5).
public struct PageDrag: Hashable, Sendable {
  /// What is dragged.
  public var subject: Subject
  /// Where the drag is on its way.
  public var phase: Phase
  /// How far, pt; positive to the right, of a scan downwards.
  public var translation: Double
  /// How fast, pt/s; positive to the right, of a scan downwards.
  public var velocity: Double
  /// The page that a scan presents if it begins downwards, as the client knows it; empty is none.
  public var route: String

  public init(
    _ subject: Subject, _ phase: Phase, translation: Double = 0, velocity: Double = 0,
    route: String = ""
  ) {
    self.subject = subject
    self.phase = phase
    self.translation = translation
    self.velocity = velocity
    self.route = route
  }
}
