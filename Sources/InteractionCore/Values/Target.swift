/// What a directive moves: a view, named by a path that every client resolves for itself.
public struct Target: Hashable, Sendable {
  /// The path, such as `tab/0/badge`.
  public var path: String

  public init(_ path: String) {
    self.path = path
  }

  /// The tab bar itself.
  public static let tabBar = Target("tab_bar")
  /// A picture of the tab bar, taken for a choreography.
  public static let tabBarSnapshot = Target("tab_bar/snapshot")
  /// The navigation bar above the list.
  public static let navigationBar = Target("navigation_bar")
  /// A picture of the visible part of the list, taken for a choreography.
  public static let listSnapshot = Target("list/snapshot")
  /// The second floor behind the list.
  public static let floor = Target("floor")
  /// The second floor's image.
  public static let floorImage = Target("floor/image")
  /// The second floor's hint below the image.
  public static let floorTip = Target("floor/tip")
  /// The page that the second floor opens.
  public static let floorPage = Target("floor/page")

  /// The tabs' pages as a whole, on which a finger swipes (rule X7).
  public static let pages = Target("pages")
  /// The edge from which a finger pulls the top page away (rule N5).
  public static let edge = Target("edge")
  /// Where a finger takes away a page that ``NavigationStyle/scan`` has presented (rule N5).
  public static let scan = Target("scan")
  /// The whole window.
  public static let window = Target("window")
  /// A picture of the window, taken for a transition (rule N1).
  public static let windowSnapshot = Target("window/snapshot")
  /// The page that comes.
  public static let incomingPage = Target("page/incoming")
  /// The page that leaves.
  public static let outgoingPage = Target("page/outgoing")
  /// What darkens the page underneath.
  public static let pageMask = Target("page/mask")
  /// A dark blur over the page underneath.
  public static let pageBlur = Target("page/blur")
  /// What fills the screen around a key view.
  public static let pageFill = Target("page/fill")
  /// The key view of a transition, or a copy of it.
  public static let keyView = Target("page/key")
  /// The part of the page above the key view's lower edge.
  public static let upperPart = Target("page/upper")
  /// The part of the page below the key view's lower edge.
  public static let lowerPart = Target("page/lower")

  /// Where a finger presents the page of this route, too, by ``NavigationStyle/scan`` (rule N5).
  public static func scan(presenting route: String) -> Target {
    Target("scan/\(route)")
  }

  /// The route of the page that a finger on the target presents: that of `scan/help` is `help`.
  /// Empty where it only takes pages away, nil where it pans none.
  public var scanRoute: String? {
    if self == .scan { return "" }
    guard self.path.hasPrefix("scan/") else { return nil }
    return String(self.path.dropFirst(5))
  }

  /// A tab's page.
  public static func page(_ tab: Int) -> Target {
    Target("page/\(tab)")
  }

  /// A tab's item as a whole: where a finger touches down on the bar.
  public static func tab(_ index: Int) -> Target {
    Target("tab/\(index)")
  }

  /// A tab's count or dot in the corner.
  public static func tabCount(_ index: Int) -> Target {
    Target("tab/\(index)/count")
  }

  /// A tab's Lottie animation.
  public static func tabLottie(_ index: Int) -> Target {
    Target("tab/\(index)/lottie")
  }

  /// A button's second title.
  public static func tabSubtitle(_ index: Int) -> Target {
    Target("tab/\(index)/subtitle")
  }

  /// The tab that the target is the item of, if it is one: `tab/3` is 3.
  public var tabIndex: Int? {
    guard self.path.hasPrefix("tab/") else { return nil }
    return Int(self.path.dropFirst(4))
  }

  /// The list that reports as `source`.
  public static func list(_ source: SourceID) -> Target {
    Target("list/\(source.name)")
  }

  /// A tab's icon.
  public static func tabIcon(_ index: Int) -> Target {
    Target("tab/\(index)/icon")
  }

  /// A tab's title.
  public static func tabTitle(_ index: Int) -> Target {
    Target("tab/\(index)/title")
  }

  /// The big badge that stands in for icon and title while the home tab is selected.
  public static func tabBadge(_ index: Int) -> Target {
    Target("tab/\(index)/badge")
  }

  /// A threshold toggle's strip, or its one view where it has no strip.
  public static func toggle(_ id: String) -> Target {
    Target("toggle/\(id)")
  }

  /// The picture that a pushing or fading toggle shows from now on.
  public static func toggleIncoming(_ id: String) -> Target {
    Target("toggle/\(id)/incoming")
  }

  /// The picture that a pushing or fading toggle showed until now.
  public static func toggleOutgoing(_ id: String) -> Target {
    Target("toggle/\(id)/outgoing")
  }
}
