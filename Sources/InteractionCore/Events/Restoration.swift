/// What a client still knows when a session starts anew (rule T6, origin `restore`).
public struct Restoration: Hashable, Sendable {
  /// The selected tab; nil keeps the experience's first.
  public var selectedTab: Int?
  /// Where each list stands, pt.
  public var offsets: [Offset]
  /// Whether the second floor is open.
  public var isFloorOpen: Bool
  /// Whether the user is signed in (rule T7).
  public var isSignedIn: Bool
  /// The pages above the root, the lowest first (rule N2).
  public var pages: [NavigationState.Page]
  /// What the badges show, where they do not show what the experience says.
  public var badges: [Badge]
  /// Whether swipes switch tabs (rule X7), as the app has said; nil where the experience says.
  public var isSwipingOn: Bool?

  /// Where one list stands.
  public struct Offset: Hashable, Sendable {
    /// The scroll view.
    public var source: SourceID
    /// Its offset, pt.
    public var y: Double

    public init(source: SourceID, y: Double) {
      self.source = source
      self.y = y
    }
  }

  /// What one tab's badge shows.
  public struct Badge: Hashable, Sendable {
    /// The index of the tab, from 0.
    public var tab: Int
    /// What it shows.
    public var content: BadgeContent
    /// Whether it is hidden by command.
    public var isHidden: Bool
    /// How far it stands to the right of its usual place and below it, pt; nil where the experience
    /// says.
    public var move: Point?
    /// How high it is, pt; nil where the experience says.
    public var height: Double?
    /// The animation that it plays for ever, or none; nil where the experience says.
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
    isSwipingOn: Bool? = nil
  ) {
    self.selectedTab = selectedTab
    self.offsets = offsets
    self.isFloorOpen = isFloorOpen
    self.isSignedIn = isSignedIn
    self.pages = pages
    self.badges = badges
    self.isSwipingOn = isSwipingOn
  }
}
