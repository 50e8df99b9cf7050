/// The client's answer to whether a tapped tab may be selected (rule T5).
public struct SelectionVerdict: Hashable, Sendable {
  /// The tab's index.
  public var tab: Int
  /// A Boolean value that indicates whether the client allows the selection.
  public var isAllowed: Bool

  public init(tab: Int, isAllowed: Bool) {
    self.tab = tab
    self.isAllowed = isAllowed
  }
}

/// The outcome of an open menu (rule T9).
public enum MenuChoice: Hashable, Sendable {
  /// The entry with this index was chosen.
  case chosen(entry: Int)
  /// The menu was dismissed.
  case dismissed
}

/// A change of a badge (rule B2).
public enum BadgeOperation: Hashable, Sendable {
  /// Sets the content.
  case set(BadgeContent)
  /// Sets the content that a text stands for: a dot, a count, a capped count or the text (rule B3).
  case setText(String)
  /// Increases the count.
  case increase(by: Int)
  /// Decreases the count.
  case decrease(by: Int)
  /// Sets the count to 0.
  case clear
  /// Hides the badge, whatever its content.
  case hide
  /// Shows the badge again.
  case show
  /// Offsets the badge from its default position, pt.
  case move(dx: Double, dy: Double)
  /// Sets the height, pt.
  case resize(height: Double)
  /// Plays an animation (rule B4).
  case animate(BadgeAnimation)
}

/// The content of a badge (rule B1).
public enum BadgeContent: Hashable, Sendable {
  /// A dot without text.
  case dot
  /// A count; more than `max` shows as `max+`, 0 hides the badge. A `max` of 0 or less stands for
  /// the badge's own maximum.
  case number(count: Int, max: Int)
  /// A text without a count.
  case text(String)
  /// The "new" mark.
  case new
}

/// A request to push, pop, present or dismiss pages (rules N1–N4).
public struct NavigationRequest: Hashable, Sendable {
  /// The operation on the navigation stack.
  public var operation: Operation
  /// The page's route, as the client names it; empty for an operation that removes pages.
  public var route: String
  /// The transition's style; nil for the experience's default.
  public var style: NavigationStyle?
  /// The key view's frame for the styles that have one, pt.
  public var keyFrame: Rect?
  /// A Boolean value that indicates whether a pushed page leaves the tab bar visible (rule N6).
  public var keepsBar: Bool

  public init(
    _ operation: Operation, route: String = "", style: NavigationStyle? = nil,
    keyFrame: Rect? = nil, keepsBar: Bool = false
  ) {
    self.operation = operation
    self.route = route
    self.style = style
    self.keyFrame = keyFrame
    self.keepsBar = keepsBar
  }
}

/// A drag of whole pages, recognised by the client's own gesture recogniser (rules X7, N5).
public struct PageDrag: Hashable, Sendable {
  /// The dragged pages.
  public var subject: Subject
  /// The phase of the drag.
  public var phase: Phase
  /// The translation, pt; positive to the right, for a scan downwards.
  public var translation: Double
  /// The velocity, pt/s; positive to the right, for a scan downwards.
  public var velocity: Double
  /// The route of the page that a scan presents if it begins downwards; empty for none.
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

/// A change of a tab's item while the app runs; its nil parts are as in the experience (rule T18).
public struct ItemChange: Hashable, Sendable {
  /// The tab's index.
  public var tab: Int
  /// The title, in place of a rich one as well.
  public var title: String?
  /// The image while the tab is not selected.
  public var image: String?
  /// The image while the tab is selected.
  public var selectedImage: String?
  /// A Boolean value that indicates whether the item reacts to taps.
  public var isEnabled: Bool?
  /// A Boolean value that indicates whether the item is hidden; it then cannot be selected.
  public var isHidden: Bool?

  public init(
    tab: Int, title: String? = nil, image: String? = nil, selectedImage: String? = nil,
    isEnabled: Bool? = nil, isHidden: Bool? = nil
  ) {
    self.tab = tab
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
    self.isEnabled = isEnabled
    self.isHidden = isHidden
  }

  /// A Boolean value that indicates whether the item is as in the experience.
  public var isEmpty: Bool { self == ItemChange(tab: self.tab) }
}
