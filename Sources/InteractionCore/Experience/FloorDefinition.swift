/// The pull-down second floor of an experience (rules F1–F16).
public struct FloorDefinition: Hashable, Sendable {
  /// The list that is pulled down.
  public var source: SourceID
  /// When it opens and closes.
  @Held public var rule: Rule
  /// What it looks like.
  public var appearance: Appearance

  public init(
    source: SourceID, rule: Rule = Rule(), appearance: Appearance = Appearance()
  ) {
    self.source = source
    self.rule = rule
    self.appearance = appearance
  }

  /// The slot under which clients report the floor's image.
  public static let assetSlot = "floor"
}

extension FloorDefinition {
  /// When the floor opens and closes, and how long that takes (rules F3–F8, F13, D7).
  public struct Rule: Hashable, Sendable {
    /// Pull distance at which the tip shows, pt (rule F3).
    public var tipDistance: Double
    /// How far below ``tipDistance`` the tip hides again, pt.
    public var tipHysteresis: Double
    /// Pull distance from which a release opens, pt (rule F4).
    public var triggerDistance: Double
    /// Distance below ``triggerDistance`` down to which an armed floor stays armed, pt; nil is
    /// ``tipHysteresis`` (rule F3).
    public var triggerHysteresis: Double?
    /// Upward velocity beyond which a release does not open, pt/s (rule F5).
    public var flingBackVelocity: Double
    /// How a release is judged.
    public var release: Release
    /// When the hidden views come back.
    public var restoring: Restoring
    /// How long after its expected end an unreported choreography is taken as ended (rule F7).
    public var watchdog: TimeSpan
    /// How long the list's picture takes to leave.
    public var listDuration: TimeSpan
    /// How long the bar's picture takes to fade.
    public var barDuration: TimeSpan
    /// How long the destination page takes to appear.
    public var pageDuration: TimeSpan
    /// How long closing takes (rule F8).
    public var closeDuration: TimeSpan
    /// How the list's picture leaves and fades (rule F6).
    public var listEasing: CubicBezier
    /// How the bar's picture fades (rule F6).
    public var barEasing: CubicBezier
    /// How the destination page appears (rule F6).
    public var pageEasing: CubicBezier
    /// How the destination page leaves (rule F8).
    public var closeEasing: CubicBezier
    /// How long the destination page takes to spring back; nil is ``closeDuration`` (rule F16).
    public var springBackDuration: TimeSpan?
    /// How the destination page springs back (rule F16).
    public var springBackEasing: CubicBezier
    /// What opening plays in place of the above; nil plays that (rule F6).
    public var openingTimeline: TimelineDefinition?
    /// What closing plays in place of the above; nil plays that (rule F8).
    public var closingTimeline: TimelineDefinition?
    /// The lowest part of the viewport in which a closing pull may start, 0 … 1 (rule F8).
    public var closeZone: Double
    /// Upward velocity that closes whatever the distance, pt/s (rule F8).
    public var closeVelocity: Double
    /// Pull distance from which a release refreshes the list, pt; 0 never does (rule F13).
    public var refreshDistance: Double
    /// How long a refresh may take (rule F13).
    public var refreshTimeout: TimeSpan
    /// Whether only a user who is signed in may open it (rule F5).
    public var requiresLogin: Bool
    /// Whether it stays closed until its picture has arrived (rule F5).
    public var requiresAsset: Bool
    /// How long a released list waits for the verdict where it is; zero does not wait (rule D7).
    public var hold: TimeSpan

    public init(
      tipDistance: Double = 100,
      tipHysteresis: Double = 4,
      triggerDistance: Double = 150,
      triggerHysteresis: Double? = nil,
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

    /// The rules as written.
    public static let refined = Rule()

    /// What the original code did.
    public static let literal = Rule(release: .byDistance, restoring: .byFixedDelay)

    /// Pull distance below which an armed floor is armed no longer, pt.
    public var disarmDistance: Double {
      max(self.triggerDistance - (self.triggerHysteresis ?? self.tipHysteresis), self.tipDistance)
    }

    /// How long the whole opening takes.
    public var openingDuration: TimeSpan {
      self.openingTimeline?.duration ?? self.listDuration + self.barDuration + self.pageDuration
    }

    /// How long the whole closing takes.
    public var closingDuration: TimeSpan {
      self.closingTimeline?.duration ?? self.closeDuration
    }
  }

  /// What the floor looks like (rules F2, F3, F6, F10, F12, F15).
  public struct Appearance: Hashable, Sendable {
    /// Whether the list's picture fades while it leaves (rule F6).
    public var fadesList: Bool
    /// The hint's text (rule F3).
    public var tip: LocalizedText
    /// Gap between image and hint, pt.
    public var tipGap: Double
    /// Height and font size of the hint, pt.
    public var tipHeight: Double
    /// The hint's colour, RRGGBB.
    public var tipColor: String
    /// The colour behind the image, RRGGBB (rule F2).
    public var backgroundColor: String
    /// Where the image comes from.
    public var assetURL: String
    /// What decides whether the image plays.
    public var assetKind: AssetKind
    /// The image's size in its own pixels; nil where only the client knows it (rules F10, F15).
    public var assetSize: Size?
    /// When a client may load the image (rule F15).
    public var prefetch: FloorLayout.Prefetch
    /// Where the image's mask starts to fade, as a part of its height (rule F10).
    public var maskStart: Double
    /// Where the image's mask has faded.
    public var maskEnd: Double
    /// How long a peek takes, there and back (rule F9).
    public var peekDuration: TimeSpan
    /// How a peek goes each way (rule F9).
    public var peekEasing: CubicBezier
    /// What follows the finger while it pulls (rule F12).
    public var links: [ScrollLink]

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
      links: [ScrollLink] = []
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
    }
  }
}
