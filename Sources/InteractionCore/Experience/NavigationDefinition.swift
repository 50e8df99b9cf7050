/// How pages come and go above the root (rules N1–N5).
public struct NavigationDefinition: Hashable, Sendable {
  /// How pages are pushed where a request does not say.
  public var style: NavigationStyle
  /// How pages are presented where a request does not say.
  public var presentStyle: NavigationStyle
  /// Whether a transition counts as over as soon as it starts (rule N3: `literal`).
  public var completesAtStart: Bool
  /// Whether every push fades in an experience with a second floor (rule F11: `literal`).
  public var fadesEveryPush: Bool
  /// Whether a finger may pull the top page away (rule N5).
  public var interactivePop: Bool
  /// How far it has to be pulled, as a part of the width (rule N5).
  public var popFraction: Double
  /// Whether a pan may present pages of ``NavigationStyle/scan`` and take them away (rule N5).
  public var interactiveScan: Bool
  /// How far such a pan has to go, as a part of the height (rule N5).
  public var scanFraction: Double
  /// How long after its expected end an unreported transition counts as over.
  public var watchdog: TimeSpan
  /// How much of a sheet shows, pt (rule N4, `pop_tip`).
  public var sheetHeight: Double
  /// Whether a sheet overshoots (rule N4, `pop_tip`).
  public var sheetBounces: Bool
  /// Where the key view ends up (rule N4: `zoom_to`; the middle of `elevate`'s), pt; nil is across
  /// the top.
  public var zoomFrame: Rect?
  /// How long a released page waits for the verdict where it is (rule D7).
  public var hold: TimeSpan
  /// The styles that take another time or another curve than their own (rule N4), each at most
  /// once.
  public var timings: [NavigationTiming]

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
    timings: [NavigationTiming] = []
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
  }

  /// Most pages above the root.
  public static let maximumPages = 16
  /// Most bytes of a page's route.
  public static let maximumRouteBytes = 48
}
