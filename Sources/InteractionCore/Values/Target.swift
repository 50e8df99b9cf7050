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
