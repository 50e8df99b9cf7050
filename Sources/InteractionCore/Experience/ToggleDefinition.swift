/// A threshold toggle: past an offset of one list, a view changes its look (rule R11).
public struct ToggleDefinition: Hashable, Sendable {
  /// Its name, at most 15 UTF-8 bytes.
  public var id: String
  /// The list that drives it.
  public var source: SourceID
  /// When it switches.
  public var rule: Rule
  /// What a switch looks like.
  public var appearance: Appearance

  public init(
    id: String, source: SourceID, rule: Rule = Rule(), appearance: Appearance = Appearance()
  ) {
    self.id = id
    self.source = source
    self.rule = rule
    self.appearance = appearance
  }
}

extension ToggleDefinition {
  /// When a toggle switches (rules R1–R6, R8, R9).
  public struct Rule: Hashable, Sendable {
    /// The offset at which it switches, pt.
    public var threshold: Double
    /// How far both switching lines lie from the threshold, pt.
    public var hysteresis: Double
    /// What decides the direction of a movement.
    public var direction: Direction
    /// What a redundant switch does.
    public var redundancy: Redundancy
    /// How long the latch holds.
    public var latch: Latch
    /// Whether resting states are reconciled with the offset (rule R6).
    public var reconciles: Bool
    /// Whether samples below offset 0 count (rule S4: `literal`).
    public var seesOverscroll: Bool
    /// Whether other lists' samples count, too (rule S2: `literal`).
    public var seesEverySource: Bool
    /// Whether a drag whose start was lost sets the latch all the same (rule S3: not in `literal`).
    public var startsUnseen: Bool
    /// Whether it switches while its list's tab is not selected (rule R9: `literal`).
    public var switchesHidden: Bool
    /// Whether a step larger than the viewport still animates (rule R5: `literal`).
    public var animatesLeaps: Bool
    /// Whether tapping its tab again past the threshold scrolls the list to the top (rule R8).
    public var returnsOnReselect: Bool

    public init(
      threshold: Double = 456,
      hysteresis: Double = 0,
      direction: Direction = .crossing,
      redundancy: Redundancy = .ignored,
      latch: Latch = .oncePerDrag,
      reconciles: Bool = true,
      seesOverscroll: Bool = false,
      seesEverySource: Bool = false,
      startsUnseen: Bool = true,
      switchesHidden: Bool = false,
      animatesLeaps: Bool = false,
      returnsOnReselect: Bool = true
    ) {
      self.threshold = threshold
      self.hysteresis = hysteresis
      self.direction = direction
      self.redundancy = redundancy
      self.latch = latch
      self.reconciles = reconciles
      self.seesOverscroll = seesOverscroll
      self.seesEverySource = seesEverySource
      self.startsUnseen = startsUnseen
      self.switchesHidden = switchesHidden
      self.animatesLeaps = animatesLeaps
      self.returnsOnReselect = returnsOnReselect
    }

    /// The rules as written.
    public static let refined = Rule()

    /// What the original code did.
    public static let literal = Rule(
      direction: .fromDragStart, redundancy: .sent, latch: .untilFired, reconciles: false,
      seesOverscroll: true, seesEverySource: true, startsUnseen: false, switchesHidden: true,
      animatesLeaps: true
    )

    /// The look that a resting offset calls for; nil inside the hysteresis band (rule R6).
    func look(at y: Double) -> Look? {
      if y > self.threshold + self.hysteresis { return .above }
      if y <= self.threshold - self.hysteresis { return .below }
      return nil
    }
  }

  /// What a switch looks like (rule R7).
  public struct Appearance: Hashable, Sendable {
    /// What ``Look/below`` is called on the wire.
    public var belowName: String
    /// What ``Look/above`` is called on the wire.
    public var aboveName: String
    /// Image of the view behind both looks.
    public var backgroundImage: String
    /// Image of ``Look/below``.
    public var belowImage: String
    /// Image of ``Look/above``.
    public var aboveImage: String
    /// How the looks are exchanged.
    public var swap: Swap
    /// The pictures' edge, pt.
    public var edge: Double
    /// How long the exchange takes.
    public var duration: TimeSpan
    /// Easing towards ``Look/above``.
    public var easingToAbove: CubicBezier
    /// Easing towards ``Look/below``.
    public var easingToBelow: CubicBezier
    /// What the switch to ``Look/above`` plays in place of ``swap``; nil plays that.
    public var timelineToAbove: TimelineDefinition?
    /// What the switch to ``Look/below`` plays in place of ``swap``; nil plays that.
    public var timelineToBelow: TimelineDefinition?

    public init(
      belowName: String = "logo",
      aboveName: String = "rocket",
      backgroundImage: String = "",
      belowImage: String = "",
      aboveImage: String = "",
      swap: Swap = .page,
      edge: Double = 42,
      duration: TimeSpan = .milliseconds(300),
      easingToAbove: CubicBezier = .easeInEaseOut,
      easingToBelow: CubicBezier = .easeInEaseOut,
      timelineToAbove: TimelineDefinition? = nil,
      timelineToBelow: TimelineDefinition? = nil
    ) {
      self.belowName = belowName
      self.aboveName = aboveName
      self.backgroundImage = backgroundImage
      self.belowImage = belowImage
      self.aboveImage = aboveImage
      self.swap = swap
      self.edge = edge
      self.duration = duration
      self.easingToAbove = easingToAbove
      self.easingToBelow = easingToBelow
      self.timelineToAbove = timelineToAbove
      self.timelineToBelow = timelineToBelow
    }
  }
}
