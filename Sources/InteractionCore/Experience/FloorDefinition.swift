/// The pull-down second floor of an experience (rules F1–F16).
public struct FloorDefinition: Hashable, Sendable {
  /// The list that is pulled down.
  public var source: SourceID
  /// The thresholds and timing.
  @Boxed public var rule: Rule
  /// The appearance.
  @Boxed public var appearance: Appearance

  public init(
    source: SourceID, rule: Rule = Rule(), appearance: Appearance = Appearance()
  ) {
    self.source = source
    self.rule = rule
    self.appearance = appearance
  }

  /// The slot in which clients report the floor's image.
  public static let assetSlot = "floor"
}

extension FloorDefinition {
  /// The conditions for opening and closing the floor, and the timing (rules F3–F8, F13, D7).
  public struct Rule: Hashable, Sendable {
    /// The pull distance at which the tip appears, pt (rule F3).
    public var tipDistance: Double
    /// The hysteresis below ``tipDistance`` before the tip disappears, pt.
    public var tipHysteresis: Double
    /// The pull distance from which a release opens the floor, pt (rule F4).
    public var triggerDistance: Double
    /// The hysteresis below ``triggerDistance`` before an armed floor disarms, pt; nil for
    /// ``tipHysteresis`` (rule F3).
    public var triggerHysteresis: Double?
    /// The distances by surface, from which the distances above are resolved; nil if they are the
    /// same on every surface (rule R13).
    public var bySurface: DistancesBySurface?
    /// The upward velocity above which a fling back prevents opening, pt/s (rule F5).
    public var flingBackVelocity: Double
    /// The criterion for a release.
    public var release: Release
    /// The time at which the hidden views reappear.
    public var restoring: Restoring
    /// The watchdog timeout after the expected end of a choreography that the client does not
    /// report as ended (rule F7).
    public var watchdog: TimeSpan
    /// The duration of the list image's exit.
    public var listDuration: TimeSpan
    /// The duration of the tab bar image's fade.
    public var barDuration: TimeSpan
    /// The duration of the destination page's appearance.
    public var pageDuration: TimeSpan
    /// The duration of closing (rule F8).
    public var closeDuration: TimeSpan
    /// The easing of the list image's exit and fade (rule F6).
    public var listEasing: CubicBezier
    /// The easing of the tab bar image's fade (rule F6).
    public var barEasing: CubicBezier
    /// The easing of the destination page's appearance (rule F6).
    public var pageEasing: CubicBezier
    /// The easing of the destination page's exit (rule F8).
    public var closeEasing: CubicBezier
    /// The duration of the destination page's spring-back; nil for ``closeDuration`` (rule F16).
    public var springBackDuration: TimeSpan?
    /// The easing of the destination page's spring-back (rule F16).
    public var springBackEasing: CubicBezier
    /// The timeline that replaces the built-in opening; nil for none (rule F6).
    public var openingTimeline: TimelineDefinition?
    /// The timeline that replaces the built-in closing; nil for none (rule F8).
    public var closingTimeline: TimelineDefinition?
    /// The fraction of the viewport, from its bottom, in which a closing pull may start, 0 … 1
    /// (rule F8).
    public var closeZone: Double
    /// The upward velocity that closes the floor at any distance, pt/s (rule F8).
    public var closeVelocity: Double
    /// The pull distance from which a release refreshes the list, pt; 0 for never (rule F13).
    public var refreshDistance: Double
    /// The timeout of a refresh (rule F13).
    public var refreshTimeout: TimeSpan
    /// A Boolean value that indicates whether only a signed-in user may open the floor (rule F5).
    public var requiresLogin: Bool
    /// A Boolean value that indicates whether the floor stays closed until its image has loaded
    /// (rule F5).
    public var requiresAsset: Bool
    /// The time for which a client holds a released list while it waits for the engine's decision;
    /// zero disables the hold (rule D7).
    public var hold: TimeSpan

    public init(
      tipDistance: Double = 100,
      tipHysteresis: Double = 4,
      triggerDistance: Double = 150,
      triggerHysteresis: Double? = nil,
      bySurface: DistancesBySurface? = nil,
      flingBackVelocity: Double = 1000,
      release: Release = .unlessFlungBack,
      restoring: Restoring = .byCompletion,
      watchdog: TimeSpan = .seconds(2),
      listDuration: TimeSpan = .milliseconds(250),
      barDuration: TimeSpan = .milliseconds(250),
      pageDuration: TimeSpan = .seconds(1),
      closeDuration: TimeSpan = .milliseconds(500),
      listEasing: CubicBezier = .linear,
      barEasing: CubicBezier = .linear,
      pageEasing: CubicBezier = .easeInEaseOut,
      closeEasing: CubicBezier = .easeInEaseOut,
      springBackDuration: TimeSpan? = nil,
      springBackEasing: CubicBezier = .easeOut,
      openingTimeline: TimelineDefinition? = nil,
      closingTimeline: TimelineDefinition? = nil,
      closeZone: Double = 1.0 / 6.0,
      closeVelocity: Double = 1000,
      refreshDistance: Double = 0,
      refreshTimeout: TimeSpan = .seconds(10),
      requiresLogin: Bool = false,
      requiresAsset: Bool = false,
      hold: TimeSpan = .milliseconds(400)
    ) {
      self.tipDistance = tipDistance
      self.tipHysteresis = tipHysteresis
      self.triggerDistance = triggerDistance
      self.triggerHysteresis = triggerHysteresis
      self.bySurface = bySurface
      self.flingBackVelocity = flingBackVelocity
      self.release = release
      self.restoring = restoring
      self.watchdog = watchdog
      self.listDuration = listDuration
      self.barDuration = barDuration
      self.pageDuration = pageDuration
      self.closeDuration = closeDuration
      self.listEasing = listEasing
      self.barEasing = barEasing
      self.pageEasing = pageEasing
      self.closeEasing = closeEasing
      self.springBackDuration = springBackDuration
      self.springBackEasing = springBackEasing
      self.openingTimeline = openingTimeline
      self.closingTimeline = closingTimeline
      self.closeZone = closeZone
      self.closeVelocity = closeVelocity
      self.refreshDistance = refreshDistance
      self.refreshTimeout = refreshTimeout
      self.requiresLogin = requiresLogin
      self.requiresAsset = requiresAsset
      self.hold = hold
    }

    /// The rules of ``Preset/refined``.
    public static let refined = Rule()

    /// The rules of ``Preset/literal``: the original code's behaviour.
    public static let literal = Rule(release: .byDistance, restoring: .byFixedDelay)

    /// The pull distance below which an armed floor disarms, pt.
    public var disarmDistance: Double {
      max(self.triggerDistance - (self.triggerHysteresis ?? self.tipHysteresis), self.tipDistance)
    }

    /// The total duration of opening.
    public var openingDuration: TimeSpan {
      self.openingTimeline?.duration ?? self.listDuration + self.barDuration + self.pageDuration
    }

    /// The total duration of closing.
    public var closingDuration: TimeSpan {
      self.closingTimeline?.duration ?? self.closeDuration
    }
  }

  /// The floor's appearance (rules F2, F3, F6, F10, F12, F15).
  public struct Appearance: Hashable, Sendable {
    /// A Boolean value that indicates whether the list's image fades during its exit (rule F6).
    public var fadesList: Bool
    /// The hint's text (rule F3).
    public var tip: LocalizedText
    /// The gap between image and hint, pt.
    public var tipGap: Double
    /// The height and font size of the hint, pt.
    public var tipHeight: Double
    /// The hint's colour, RRGGBB.
    public var tipColor: String
    /// The colour behind the image, RRGGBB (rule F2).
    public var backgroundColor: String
    /// The image's URL.
    public var assetURL: String
    /// The source of the information whether the image is animated.
    public var assetKind: AssetKind
    /// The image's size in its own pixels; nil if only the client knows it (rules F10, F15).
    public var assetSize: Size?
    /// The time at which a client may load the image (rule F15).
    public var prefetch: FloorLayout.Prefetch
    /// The start of the mask's fade, as a fraction of the image's height (rule F10).
    public var maskStart: Double
    /// The end of the mask's fade, as a fraction of the image's height.
    public var maskEnd: Double
    /// The duration of a peek, both ways (rule F9).
    public var peekDuration: TimeSpan
    /// The easing of a peek, each way (rule F9).
    public var peekEasing: CubicBezier
    /// The properties that follow the list's offset during a pull (rule F12).
    public var links: [ScrollLink]
    /// The label of the floor's page (rule U2).
    public var label: LocalizedText
    /// The label of the action that opens the floor without a pull; empty for none (rule U3).
    public var openLabel: LocalizedText
    /// The label of the action that closes it without a pull; empty for none (rule U3).
    public var closeLabel: LocalizedText

    public init(
      fadesList: Bool = true,
      tip: LocalizedText = LocalizedText(),
      tipGap: Double = 10,
      tipHeight: Double = 15,
      tipColor: String = "FF0000",
      backgroundColor: String = "FFFFFF",
      assetURL: String = "",
      assetKind: AssetKind = .declared,
      assetSize: Size? = nil,
      prefetch: FloorLayout.Prefetch = .eager,
      maskStart: Double = 0.7,
      maskEnd: Double = 1,
      peekDuration: TimeSpan = .seconds(1),
      peekEasing: CubicBezier = .easeInEaseOut,
      links: [ScrollLink] = [],
      label: LocalizedText = LocalizedText(),
      openLabel: LocalizedText = LocalizedText(),
      closeLabel: LocalizedText = LocalizedText()
    ) {
      self.fadesList = fadesList
      self.tip = tip
      self.tipGap = tipGap
      self.tipHeight = tipHeight
      self.tipColor = tipColor
      self.backgroundColor = backgroundColor
      self.assetURL = assetURL
      self.assetKind = assetKind
      self.assetSize = assetSize
      self.prefetch = prefetch
      self.maskStart = maskStart
      self.maskEnd = maskEnd
      self.peekDuration = peekDuration
      self.peekEasing = peekEasing
      self.links = links
      self.label = label
      self.openLabel = openLabel
      self.closeLabel = closeLabel
    }
  }
}
