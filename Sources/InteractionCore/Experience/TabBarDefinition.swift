/// The tab bar of an experience (rules T1–T6).
public struct TabBarDefinition: Hashable, Sendable {
  /// Height above the safe area in portrait, pt.
  public var height: Double
  /// Height above the safe area in landscape, pt.
  public var landscapeHeight: Double
  /// Background colour, RRGGBB.
  public var backgroundColor: String
  /// Title colour of the selected tab, RRGGBB.
  public var selectedTitleColor: String
  /// Title colour of the other tabs, RRGGBB.
  public var titleColor: String
  /// The tabs from left to right (in a left-to-right layout); 1 to 16.
  public var items: [TabItem]
  /// Whether the first selection at launch pops (rule T5: `literal`).
  public var popsAtLaunch: Bool
  /// Whether a programmatic or restored selection pops (rule T6: `literal`).
  public var popsWithoutTap: Bool

  public init(
    height: Double = 56,
    landscapeHeight: Double = 56,
    backgroundColor: String = "FFFFFF",
    selectedTitleColor: String = "18A2FF",
    titleColor: String = "575D66",
    items: [TabItem],
    popsAtLaunch: Bool = false,
    popsWithoutTap: Bool = false
  ) {
    self.height = height
    self.landscapeHeight = landscapeHeight
    self.backgroundColor = backgroundColor
    self.selectedTitleColor = selectedTitleColor
    self.titleColor = titleColor
    self.items = items
    self.popsAtLaunch = popsAtLaunch
    self.popsWithoutTap = popsWithoutTap
  }
}

/// One tab.
public struct TabItem: Hashable, Sendable {
  /// Where the icon stands relative to the title (rule T2).
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// Icon above the title.
    case iconTop
    /// Icon below the title.
    case iconBottom
    /// Icon left of the title.
    case iconLeft
    /// Icon right of the title.
    case iconRight
  }

  /// What the item does when it becomes selected (rule T4).
  public enum SelectionAnimation: Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// Scale 0.5 → 1.0.
    case pop
    /// Scale overshoots several times.
    case bounce
    /// One full turn.
    case rotate
    /// Half a turn about the vertical axis.
    case flip
    /// A sequence of frames.
    case frames
  }

  /// What tapping the selected tab does, apart from rule R8.
  public enum Reselection: Hashable, Sendable, CaseIterable {
    /// Nothing.
    case nothing
    /// Scrolls its list to the top.
    case scrollToTop
    /// Asks the client to refresh its list.
    case refresh
  }

  /// The title.
  public var title: LocalizedText
  /// Image while not selected.
  public var image: String
  /// Image while selected.
  public var selectedImage: String
  /// Whether a tap may select it at all.
  public var isEnabled: Bool
  /// Whether the selected tab shows one big badge instead of icon and title (rule T3).
  public var hasBigLogo: Bool
  /// Icon and title.
  public var alignment: Alignment
  /// How far the icon rises above the bar, pt (rule T2).
  public var hump: Double
  /// Own width, pt; nil shares the bar evenly.
  public var width: Double?
  /// Extra distance from the item before, pt.
  public var leading: Double
  /// What selecting it plays.
  public var animation: SelectionAnimation
  /// How long ``animation`` takes.
  public var animationDuration: TimeSpan
  /// How many frames ``SelectionAnimation/frames`` has.
  public var frameCount: Int
  /// What tapping it while selected does.
  public var reselection: Reselection
  /// The list that ``reselection`` acts on.
  public var list: SourceID?

  public init(
    title: LocalizedText,
    image: String = "",
    selectedImage: String = "",
    isEnabled: Bool = true,
    hasBigLogo: Bool = false,
    alignment: Alignment = .iconTop,
    hump: Double = 0,
    width: Double? = nil,
    leading: Double = 0,
    animation: SelectionAnimation = .pop,
    animationDuration: TimeSpan = .milliseconds(250),
    frameCount: Int = 0,
    reselection: Reselection = .nothing,
    list: SourceID? = nil
  ) {
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
    self.isEnabled = isEnabled
    self.hasBigLogo = hasBigLogo
    self.alignment = alignment
    self.hump = hump
    self.width = width
    self.leading = leading
    self.animation = animation
    self.animationDuration = animationDuration
    self.frameCount = frameCount
    self.reselection = reselection
    self.list = list
  }
}
