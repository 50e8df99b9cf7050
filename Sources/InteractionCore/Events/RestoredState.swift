/// The client's record of a former session, from which a new session starts (rule T6, origin
/// `restore`).
public struct RestoredState: Hashable, Sendable {
  /// The index of the selected tab; nil keeps the experience's first.
  public var selectedTab: Int?
  /// The offsets of the lists, pt.
  public var offsets: [Offset]
  /// A Boolean value that indicates whether the second floor is open.
  public var isFloorOpen: Bool
  /// A Boolean value that indicates whether the user is signed in (rule T7).
  public var isSignedIn: Bool
  /// The pages above the root, bottom to top (rule N2).
  public var pages: [NavigationState.Page]
  /// The badges whose state differs from the experience's initial state.
  public var badges: [Badge]
  /// A Boolean value that indicates whether swipes switch tabs (rule X7), as set by the app; nil
  /// for the experience's default.
  public var isSwipingOn: Bool?
  /// A Boolean value that indicates whether the second floor is turned off (rule F17).
  public var isFloorOff: Bool
  /// The pages of the tabs that are not selected (rule N6).
  public var tabPages: [NavigationState.TabPages]
  /// The changes of items (rule T18).
  public var itemChanges: [ItemChange]
  /// A Boolean value that indicates whether the bar is hidden (rule T18).
  public var isBarHidden: Bool
  /// The IDs of the toggles with the look above; restored only for toggles that switch by direction
  /// (rule R12).
  public var aboveToggles: [String]

  /// The offset of one list.
  public struct Offset: Hashable, Sendable {
    /// The scroll view.
    public var source: SourceID
    /// The vertical offset, pt.
    public var y: Double
    /// The name of the list; empty for a single list (rule S9).
    public var list: String
    /// A Boolean value that indicates whether the list is the one that the app shows (rule S9).
    public var isShown: Bool

    public init(source: SourceID, y: Double, list: String = "", isShown: Bool = true) {
      self.source = source
      self.y = y
      self.list = list
      self.isShown = isShown
    }
  }

  /// The state of one tab's badge.
  public struct Badge: Hashable, Sendable {
    /// The tab's index, from 0.
    public var tab: Int
    /// The content.
    public var content: BadgeContent
    /// A Boolean value that indicates whether a command has hidden the badge.
    public var isHidden: Bool
    /// The offset from the default position, to the right and down, pt; nil for the experience's
    /// default.
    public var move: Point?
    /// The height, pt; nil for the experience's default.
    public var height: Double?
    /// The endless animation, `none` to play none; nil for the experience's default.
    public var loop: BadgeAnimation?

    public init(
      tab: Int, content: BadgeContent, isHidden: Bool = false, move: Point? = nil,
      height: Double? = nil, loop: BadgeAnimation? = nil
    ) {
      self.tab = tab
      self.content = content
      self.isHidden = isHidden
      self.move = move
      self.height = height
      self.loop = loop
    }
  }

  public init(
    selectedTab: Int? = nil, offsets: [Offset] = [], isFloorOpen: Bool = false,
    isSignedIn: Bool = false, pages: [NavigationState.Page] = [], badges: [Badge] = [],
    isSwipingOn: Bool? = nil, isFloorOff: Bool = false,
    tabPages: [NavigationState.TabPages] = [], itemChanges: [ItemChange] = [],
    isBarHidden: Bool = false, aboveToggles: [String] = []
  ) {
    self.selectedTab = selectedTab
    self.offsets = offsets
    self.isFloorOpen = isFloorOpen
    self.isSignedIn = isSignedIn
    self.pages = pages
    self.badges = badges
    self.isSwipingOn = isSwipingOn
    self.isFloorOff = isFloorOff
    self.tabPages = tabPages
    self.itemChanges = itemChanges
    self.isBarHidden = isBarHidden
    self.aboveToggles = aboveToggles
  }
}
