/// A view, addressed by a path that every client resolves to its own view.
public struct ViewPath: Hashable, Sendable {
  /// The path, such as `tab/0/badge`.
  public var path: String

  public init(_ path: String) {
    self.path = path
  }

  /// The tab bar itself.
  public static let tabBar = ViewPath("tab_bar")
  /// A snapshot image of the tab bar, captured for a choreography.
  public static let tabBarSnapshot = ViewPath("tab_bar/snapshot")
  /// The navigation bar above the list.
  public static let navigationBar = ViewPath("navigation_bar")
  /// A snapshot image of the visible part of the list, captured for a choreography.
  public static let listSnapshot = ViewPath("list/snapshot")
  /// The second floor behind the list.
  public static let floor = ViewPath("floor")
  /// The second floor's image.
  public static let floorImage = ViewPath("floor/image")
  /// The hint below the second floor's image.
  public static let floorTip = ViewPath("floor/tip")
  /// The page that the second floor opens.
  public static let floorPage = ViewPath("floor/page")

  /// The container of the tabs' pages, on which a finger swipes (rule X7).
  public static let pageContainer = ViewPath("pages")
  /// The screen edge from which a finger pops the top page (rule N5).
  public static let backEdge = ViewPath("edge")
  /// The area in which a finger dismisses a page presented with ``NavigationStyle/scan`` (rule N5).
  public static let scan = ViewPath("scan")
  /// The whole window.
  public static let window = ViewPath("window")
  /// A snapshot image of the window, captured for a transition (rule N1).
  public static let windowSnapshot = ViewPath("window/snapshot")
  /// The page that a transition brings in.
  public static let incomingPage = ViewPath("page/incoming")
  /// The page that a transition takes out.
  public static let outgoingPage = ViewPath("page/outgoing")
  /// The mask that darkens the page underneath.
  public static let pageMask = ViewPath("page/mask")
  /// A dark blur over the page underneath.
  public static let pageBlur = ViewPath("page/blur")
  /// The fill around a key view that grows to the whole screen.
  public static let pageFill = ViewPath("page/fill")
  /// The key view of a transition, or a copy of it.
  public static let keyView = ViewPath("page/key")
  /// The part of the page above the key view's lower edge.
  public static let upperPart = ViewPath("page/upper")
  /// The part of the page below the key view's lower edge.
  public static let lowerPart = ViewPath("page/lower")

  /// The area in which a finger presents the page of `route` with ``NavigationStyle/scan``, and
  /// dismisses it (rule N5).
  public static func scan(presenting route: String) -> ViewPath {
    ViewPath("scan/\(route)")
  }

  /// The route of the page that a pan on this target presents: `help` for `scan/help`; empty if a
  /// pan only dismisses pages, nil if the target takes no pans.
  public var presentedRoute: String? {
    self == .scan ? "" : self.name(after: "scan/")
  }

  /// A tab's page.
  public static func page(_ tab: Int) -> ViewPath {
    ViewPath("page/\(tab)")
  }

  /// A tab's item as a whole, including the area that takes touches.
  public static func tab(_ index: Int) -> ViewPath {
    ViewPath("tab/\(index)")
  }

  /// A tab's badge: the count or dot in the corner.
  public static func tabCount(_ index: Int) -> ViewPath {
    ViewPath("tab/\(index)/count")
  }

  /// A tab's Lottie animation.
  public static func tabLottie(_ index: Int) -> ViewPath {
    ViewPath("tab/\(index)/lottie")
  }

  /// A button's second title.
  public static func tabSubtitle(_ index: Int) -> ViewPath {
    ViewPath("tab/\(index)/subtitle")
  }

  /// The index of the tab whose item the target is, such as 3 for `tab/3`; nil for other targets.
  public var tabIndex: Int? {
    self.name(after: "tab/").flatMap { Int($0) }
  }

  private func name(after prefix: String) -> String? {
    guard self.path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: self.path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// The list of the scroll view `source`.
  public static func list(_ source: SourceID) -> ViewPath {
    ViewPath("list/\(source.name)")
  }

  /// A tab's icon.
  public static func tabIcon(_ index: Int) -> ViewPath {
    ViewPath("tab/\(index)/icon")
  }

  /// A tab's title.
  public static func tabTitle(_ index: Int) -> ViewPath {
    ViewPath("tab/\(index)/title")
  }

  /// The big badge that replaces icon and title while the home tab is selected.
  public static func tabBadge(_ index: Int) -> ViewPath {
    ViewPath("tab/\(index)/badge")
  }

  /// A threshold toggle's strip, or its single view if it has no strip.
  public static func toggle(_ id: String) -> ViewPath {
    ViewPath("toggle/\(id)")
  }

  /// The incoming image of a toggle that pushes or fades.
  public static func toggleIncoming(_ id: String) -> ViewPath {
    ViewPath("toggle/\(id)/incoming")
  }

  /// The outgoing image of a toggle that pushes or fades.
  public static func toggleOutgoing(_ id: String) -> ViewPath {
    ViewPath("toggle/\(id)/outgoing")
  }
}
