/// The navigation between pages above the root (rules N1–N5).
public struct NavigationDefinition: Hashable, Sendable {
  /// The default style of pushes.
  public var style: NavigationStyle
  /// The default style of presentations.
  public var presentStyle: NavigationStyle
  /// A Boolean value that indicates whether a transition counts as ended as soon as it starts (rule
  /// N3: `literal`).
  public var completesAtStart: Bool
  /// A Boolean value that indicates whether every push fades in an experience with a second floor
  /// (rule F11: `literal`).
  public var fadesEveryPush: Bool
  /// A Boolean value that indicates whether a finger may pop the top page (rule N5).
  public var interactivePop: Bool
  /// The distance of an interactive pop as a fraction of the width (rule N5).
  public var popFraction: Double
  /// A Boolean value that indicates whether a pan may present and dismiss pages of
  /// ``NavigationStyle/scan`` (rule N5).
  public var interactiveScan: Bool
  /// The distance of such a pan as a fraction of the height (rule N5).
  public var scanFraction: Double
  /// The watchdog timeout after the expected end of a transition that the client does not report as
  /// ended.
  public var watchdog: TimeSpan
  /// The visible height of a sheet, pt (rule N4, `pop_tip`).
  public var sheetHeight: Double
  /// A Boolean value that indicates whether a sheet overshoots (rule N4, `pop_tip`).
  public var sheetBounces: Bool
  /// The key view's destination frame, pt (rule N4: `zoom_to`; its centre for `elevate`); nil for
  /// the whole width at the top.
  public var zoomFrame: Rect?
  /// The time for which a client holds a released page while it waits for the engine's decision
  /// (rule D7).
  public var hold: TimeSpan
  /// The timings that override those of their styles (rule N4), at most one per style.
  public var timings: [NavigationTiming]
  /// The label of the action that removes the top page; empty for the app's own (rule U3).
  public var backLabel: LocalizedText
  /// The stacks of pages: one, or one for each tab (rule N6).
  public var stacks: Stacks

  public init(
    style: NavigationStyle = .window,
    presentStyle: NavigationStyle = .popTip,
    completesAtStart: Bool = false,
    fadesEveryPush: Bool = false,
    interactivePop: Bool = true,
    popFraction: Double = 0.3,
    interactiveScan: Bool = true,
    scanFraction: Double = 0.3,
    watchdog: TimeSpan = .seconds(2),
    sheetHeight: Double = 300,
    sheetBounces: Bool = false,
    zoomFrame: Rect? = nil,
    hold: TimeSpan = .milliseconds(400),
    timings: [NavigationTiming] = [],
    backLabel: LocalizedText = LocalizedText(),
    stacks: Stacks = .shared
  ) {
    self.style = style
    self.presentStyle = presentStyle
    self.completesAtStart = completesAtStart
    self.fadesEveryPush = fadesEveryPush
    self.interactivePop = interactivePop
    self.popFraction = popFraction
    self.interactiveScan = interactiveScan
    self.scanFraction = scanFraction
    self.watchdog = watchdog
    self.sheetHeight = sheetHeight
    self.sheetBounces = sheetBounces
    self.zoomFrame = zoomFrame
    self.hold = hold
    self.timings = timings
    self.backLabel = backLabel
    self.stacks = stacks
  }

  /// The maximum number of pages above the root.
  public static let maximumPages = 16
  /// The maximum length of a page's route, UTF-8 bytes.
  public static let maximumRouteBytes = 48
}
