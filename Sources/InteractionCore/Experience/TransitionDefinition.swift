/// How the pages of two tabs change places (rules X1–X7).
public struct TransitionDefinition: Hashable, Sendable {
  /// How the pages change places (rules X1, X2).
  public var style: Style
  /// How long it takes (rule X2).
  public var duration: TimeSpan
  /// How progress follows time in styles without a spring (rule X2).
  public var easing: CubicBezier
  /// What a switch without a finger plays instead; nil plays ``style`` (rule X1).
  public var timeline: TimelineDefinition?
  /// The spring's damping ratio (rule X2).
  public var dampingRatio: Double
  /// The spring's velocity at the start, in whole distances per second (rule X2).
  public var initialVelocity: Double
  /// The gap between the pages, pt (rule X1).
  public var gap: Double
  /// Whether the first switch of a session slides (rule X2; `literal` does not).
  public var animatesFirst: Bool
  /// Whether a running transition ends before the next starts (rule X4; `literal` cuts it off).
  public var finishesRunning: Bool
  /// Whether both pages return to their places when it is cut off (rule X5; `literal` the old one).
  public var resetsBoth: Bool
  /// How long after its expected end an unreported transition counts as over.
  public var watchdog: TimeSpan
  /// Whether a swipe switches tabs (rule X7).
  public var swipes: Bool
  /// How far a swipe has to go to switch, as a part of the width (rule X7).
  public var swipeFraction: Double
  /// Backward velocity that takes a long swipe back, pt/s (rule X7).
  public var flingBackVelocity: Double
  /// Forward velocity that switches whatever the distance, pt/s (rule X7).
  public var flingVelocity: Double
  /// How long released pages wait for the verdict where they are (rule D7).
  public var hold: TimeSpan

  public init(
    style: Style = .spring,
    duration: TimeSpan? = nil,
    easing: CubicBezier = .easeInEaseOut,
    timeline: TimelineDefinition? = nil,
    dampingRatio: Double = 0.75,
    initialVelocity: Double = 2,
    gap: Double = 10,
    animatesFirst: Bool = true,
    finishesRunning: Bool = true,
    resetsBoth: Bool = true,
    watchdog: TimeSpan = .seconds(2),
    swipes: Bool = false,
    swipeFraction: Double = 0.4,
    flingBackVelocity: Double = 30,
    flingVelocity: Double = 200,
    hold: TimeSpan = .milliseconds(400)
  ) {
    self.style = style
    self.duration = duration ?? style.usualDuration
    self.easing = easing
    self.timeline = timeline
    self.dampingRatio = dampingRatio
    self.initialVelocity = initialVelocity
    self.gap = gap
    self.animatesFirst = animatesFirst
    self.finishesRunning = finishesRunning
    self.resetsBoth = resetsBoth
    self.watchdog = watchdog
    self.swipes = swipes
    self.swipeFraction = swipeFraction
    self.flingBackVelocity = flingBackVelocity
    self.flingVelocity = flingVelocity
    self.hold = hold
  }

  /// The spring of a slide on one.
  public var spring: Spring {
    Spring(
      dampingRatio: self.dampingRatio, duration: self.duration,
      initialVelocity: self.initialVelocity)
  }
}

extension TransitionDefinition.Style {
  /// How long it takes unless an experience says otherwise; a slide and a fade as in
  /// TransitionTreasury.
  public var usualDuration: TimeSpan {
    switch self {
    case .spring: .milliseconds(750)
    case .slide, .fade: .milliseconds(300)
    }
  }
}
