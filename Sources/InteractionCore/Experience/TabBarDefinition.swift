/// The tab bar of an experience (rules T1–T15).
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
  /// What kind of bar it is (rule T12).
  public var style: Style
  /// Whether pressing the selected button makes its look go off (rule T12: `literal`).
  public var togglesSelectedLook: Bool
  /// Whether one gated tab gates every tab (rule T7: `literal`).
  public var gatesEveryTab: Bool
  /// How long a tab waits for the user to sign in (rule T7).
  public var gateTimeout: TimeSpan
  /// Whether badges count and show at all (rule T8).
  public var badgesAreOn: Bool
  /// What a capped text such as `919+` counts as (rule B3).
  public var cappedTexts: CappedTexts
  /// What makes a touch a long press (rule T9).
  public var longPress: LongPressRule
  /// Within which time a second tap makes a double tap (rule T15).
  public var doubleTapTime: TimeSpan
  /// How the pages change places; nil if they just do (rule X1).
  public var transition: TransitionDefinition? {
    get { self.heldTransition?.wrappedValue }
    set { self.heldTransition = newValue.map { Held($0) } }
  }
  /// ``transition`` where it lies, for those who follow it.
  private(set) var heldTransition: Held<TransitionDefinition>?

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
  /// What distinguishes a long press from a tap (rule T9).
  public struct LongPressRule: Hashable, Sendable {
    /// How long the finger rests.
    public var delay: TimeSpan
    /// How far it may stray meanwhile, pt.
    public var slop: Double
    /// What is felt when it begins.
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
