/// A threshold toggle: a view whose look changes when a list scrolls past an offset (rule R11).
public struct ToggleDefinition: Hashable, Sendable {
  /// The toggle's ID, at most 15 UTF-8 bytes.
  public var id: String
  /// The list that drives it.
  public var source: SourceID
  /// The switching rules.
  public var rule: Rule
  /// The appearance of a switch.
  @Boxed public var appearance: Appearance

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
  /// The conditions for switching a toggle (rules R1–R6, R8, R9).
  public struct Rule: Hashable, Sendable {
    /// The threshold offset, pt.
    public var threshold: Double
    /// The hysteresis on either side of the threshold, pt.
    public var hysteresis: Double
    /// Threshold and hysteresis in heights of the viewport, from which both are resolved; nil if
    /// they are defined in points (rule R13).
    public var heights: Heights?
    /// The distances of a toggle that switches by direction; nil for one with a threshold (rule
    /// R12).
    public var travel: Travel?
    /// The method of determining a scroll's direction.
    public var direction: Direction
    /// The treatment of a redundant switch.
    public var redundancy: Redundancy
    /// The condition for releasing the latch.
    public var latch: Latch
    /// A Boolean value that indicates whether a list at rest reconciles the look with its offset
    /// (rule R6).
    public var reconciles: Bool
    /// A Boolean value that indicates whether samples below offset 0 count (rule S4: `literal`).
    public var seesOverscroll: Bool
    /// A Boolean value that indicates whether other lists' samples count, too (rule S2: `literal`).
    public var seesEverySource: Bool
    /// A Boolean value that indicates whether a drag whose `began` was lost sets the latch
    /// nevertheless (rule S3: not in `literal`).
    public var startsUnseen: Bool
    /// A Boolean value that indicates whether the toggle switches while its list's tab is not
    /// selected (rule R9: `literal`).
    public var switchesHidden: Bool
    /// A Boolean value that indicates whether a step larger than the viewport still animates (rule
    /// R5: `literal`).
    public var animatesLeaps: Bool
    /// A Boolean value that indicates whether reselecting the tab past the threshold scrolls the
    /// list to the top (rule R8).
    public var returnsOnReselect: Bool

    public init(
      threshold: Double = 456,
      hysteresis: Double = 0,
      heights: Heights? = nil,
      travel: Travel? = nil,
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
      self.heights = heights
      self.travel = travel
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

    /// A threshold in heights of the viewport (rule R13).
    public struct Heights: Hashable, Sendable {
      public var threshold: Double
      public var hysteresis: Double

      public init(threshold: Double, hysteresis: Double) {
        self.threshold = threshold
        self.hysteresis = hysteresis
      }
    }

    /// The distances of travel after which a toggle switches (rule R12).
    public struct Travel: Hashable, Sendable {
      /// The distance towards growing offsets, to the look above, pt.
      public var away: Double
      /// The distance towards shrinking offsets, to the look below, pt.
      public var back: Double
      /// The maximum offset that always has the look below, pt.
      public var nearTop: Double

      public init(away: Double = 30, back: Double = 10, nearTop: Double = 0) {
        self.away = away
        self.back = back
        self.nearTop = nearTop
      }

      /// Returns the look at an offset after a distance of travel; nil for the former one.
      func look(at y: Double, after distance: Double) -> ToggleLook? {
        if y <= self.nearTop { return .below }
        if distance >= self.away { return .above }
        return -distance >= self.back ? .below : nil
      }
    }

    /// The rules of ``Preset/refined``.
    public static let refined = Rule()

    /// The rules of a toggle that switches by direction (rule R12), in either preset.
    public static let directional = Rule(
      travel: Travel(), latch: .everyCrossing, returnsOnReselect: false)

    /// The rules of ``Preset/literal``: the original code's behaviour.
    public static let literal = Rule(
      direction: .fromDragStart, redundancy: .sent, latch: .untilFired, reconciles: false,
      seesOverscroll: true, seesEverySource: true, startsUnseen: false, switchesHidden: true,
      animatesLeaps: true
    )

    /// Returns the look at a resting offset; nil within the hysteresis band (rule R6), or for the
    /// former one.
    func look(at y: Double, after distance: Double) -> ToggleLook? {
      if let travel = self.travel { return travel.look(at: y, after: distance) }
      if y > self.threshold + self.hysteresis { return .above }
      if y <= self.threshold - self.hysteresis { return .below }
      return nil
    }
  }

  /// The appearance of a switch (rule R7).
  public struct Appearance: Hashable, Sendable {
    /// The name of ``ToggleLook/below`` on the wire.
    public var belowName: String
    /// The name of ``ToggleLook/above`` on the wire.
    public var aboveName: String
    /// The image behind both looks.
    public var backgroundImage: String
    /// The image of ``ToggleLook/below``.
    public var belowImage: String
    /// The image of ``ToggleLook/above``.
    public var aboveImage: String
    /// The animation of a switch.
    public var swap: Swap
    /// The side length of the images, pt.
    public var edge: Double
    /// The duration of a switch.
    public var duration: TimeSpan
    /// The easing of a switch to ``ToggleLook/above``.
    public var easingToAbove: CubicBezier
    /// The easing of a switch to ``ToggleLook/below``.
    public var easingToBelow: CubicBezier
    /// The timeline that replaces ``swap`` for a switch to ``ToggleLook/above``; nil for none.
    public var timelineToAbove: TimelineDefinition?
    /// The timeline that replaces ``swap`` for a switch to ``ToggleLook/below``; nil for none.
    public var timelineToBelow: TimelineDefinition?
    /// The label of ``ToggleLook/below``; empty if its image is decoration (rule U2).
    public var belowLabel: LocalizedText
    /// The label of ``ToggleLook/above``; empty if its image is decoration (rule U2).
    public var aboveLabel: LocalizedText
    /// A Boolean value that indicates whether ``ToggleLook/above`` moves the tab bar out of the
    /// screen (rule R12).
    public var hidesBar: Bool

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
      timelineToBelow: TimelineDefinition? = nil,
      belowLabel: LocalizedText = LocalizedText(),
      aboveLabel: LocalizedText = LocalizedText(),
      hidesBar: Bool = false
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
      self.belowLabel = belowLabel
      self.aboveLabel = aboveLabel
      self.hidesBar = hidesBar
    }
  }
}
