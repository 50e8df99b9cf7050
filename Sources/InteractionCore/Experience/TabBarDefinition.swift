/// The tab bar of an experience (rules T1–T15).
public struct TabBarDefinition: Hashable, Sendable {
  /// The height above the safe area in portrait, pt.
  public var height: Double
  /// The height above the safe area in landscape, pt.
  public var landscapeHeight: Double
  /// The background colour, RRGGBB.
  public var backgroundColor: String
  /// The title colour of the selected tab, RRGGBB.
  public var selectedTitleColor: String
  /// The title colour of the other tabs, RRGGBB.
  public var titleColor: String
  /// The tabs from left to right (in a left-to-right layout); 1 to 16.
  public var items: [TabItem]
  /// A Boolean value that indicates whether the first selection at launch pops (rule T5:
  /// `literal`).
  public var popsAtLaunch: Bool
  /// A Boolean value that indicates whether a programmatic or restored selection pops (rule T6:
  /// `literal`).
  public var popsWithoutTap: Bool
  /// The style of the bar (rule T12).
  public var style: Style
  /// A Boolean value that indicates whether pressing the selected button toggles its selected
  /// appearance (rule T12: `literal`).
  public var togglesSelectedLook: Bool
  /// A Boolean value that indicates whether one gated tab gates every tab (rule T7: `literal`).
  public var gatesEveryTab: Bool
  /// The timeout of a selection that waits for a login or the client (rule T7).
  public var gateTimeout: TimeSpan
  /// A Boolean value that indicates whether badges count and are visible (rule T8).
  public var badgesAreOn: Bool
  /// The count that a capped text such as `919+` stands for (rule B3).
  public var cappedTexts: CappedTexts
  /// The thresholds of a long press (rule T9).
  public var longPress: LongPressRule
  /// The maximum time between the two taps of a double tap (rule T15).
  public var doubleTapTime: TimeSpan
  /// The transition between the tabs' pages; nil for none: pages swap without animation (rule X1).
  public var transition: TransitionDefinition? {
    get { self.boxedTransition?.wrappedValue }
    set { self.boxedTransition = newValue.map { Boxed($0) } }
  }
  private var boxedTransition: Boxed<TransitionDefinition>?

  public init(
    height: Double = 56,
    landscapeHeight: Double = 56,
    backgroundColor: String = "FFFFFF",
    selectedTitleColor: String = "18A2FF",
    titleColor: String = "575D66",
    items: [TabItem],
    popsAtLaunch: Bool = false,
    popsWithoutTap: Bool = false,
    style: Style = .bigLogo,
    togglesSelectedLook: Bool = false,
    gatesEveryTab: Bool = false,
    gateTimeout: TimeSpan = .seconds(60),
    badgesAreOn: Bool = true,
    cappedTexts: CappedTexts = .capped,
    longPress: LongPressRule = LongPressRule(),
    doubleTapTime: TimeSpan = .milliseconds(300),
    transition: TransitionDefinition? = nil
  ) {
    self.height = height
    self.landscapeHeight = landscapeHeight
    self.backgroundColor = backgroundColor
    self.selectedTitleColor = selectedTitleColor
    self.titleColor = titleColor
    self.items = items
    self.popsAtLaunch = popsAtLaunch
    self.popsWithoutTap = popsWithoutTap
    self.style = style
    self.togglesSelectedLook = togglesSelectedLook
    self.gatesEveryTab = gatesEveryTab
    self.gateTimeout = gateTimeout
    self.badgesAreOn = badgesAreOn
    self.cappedTexts = cappedTexts
    self.longPress = longPress
    self.doubleTapTime = doubleTapTime
    self.transition = transition
  }
}

extension TabBarDefinition {
  /// The thresholds that distinguish a long press from a tap (rule T9).
  public struct LongPressRule: Hashable, Sendable {
    /// The minimum duration.
    public var delay: TimeSpan
    /// The touch slop, pt.
    public var slop: Double
    /// The haptic at its start.
    public var haptic: Haptic

    public init(
      delay: TimeSpan = .milliseconds(500), slop: Double = 10, haptic: Haptic = .none
    ) {
      self.delay = delay
      self.slop = slop
      self.haptic = haptic
    }
  }
}
