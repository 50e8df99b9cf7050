/// The transition between the pages of two tabs (rules X1–X7).
public struct TransitionDefinition: Hashable, Sendable {
  /// The style (rules X1, X2).
  public var style: Style
  /// The duration (rule X2).
  public var duration: TimeSpan
  /// The easing of styles without a spring (rule X2).
  public var easing: CubicBezier
  /// The timeline that replaces ``style`` for a switch without a finger; nil for none (rule X1).
  public var timeline: TimelineDefinition?
  /// The spring's damping ratio (rule X2).
  public var dampingRatio: Double
  /// The spring's initial velocity, in whole distances per second (rule X2).
  public var initialVelocity: Double
  /// The gap between the pages, pt (rule X1).
  public var gap: Double
  /// A Boolean value that indicates whether the first switch of a session slides (rule X2;
  /// `literal` does not).
  public var animatesFirst: Bool
  /// A Boolean value that indicates whether a running transition finishes before the next starts
  /// (rule X4; `literal` interrupts it).
  public var finishesRunning: Bool
  /// A Boolean value that indicates whether an interrupted transition resets both pages (rule X5;
  /// `literal` only the old one).
  public var resetsBoth: Bool
  /// The watchdog timeout after the expected end of a transition that the client does not report as
  /// ended.
  public var watchdog: TimeSpan
  /// A Boolean value that indicates whether a swipe switches tabs (rule X7).
  public var swipes: Bool
  /// The distance of a swipe that switches, as a fraction of the width (rule X7).
  public var swipeFraction: Double
  /// The backward velocity that cancels a long swipe, pt/s (rule X7).
  public var flingBackVelocity: Double
  /// The forward velocity that switches at any distance, pt/s (rule X7).
  public var flingVelocity: Double
  /// The time for which a client holds released pages while it waits for the engine's decision
  /// (rule D7).
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
    self.duration = duration ?? style.defaultDuration
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

  /// The spring of the style that slides on one.
  public var spring: Spring {
    Spring(
      dampingRatio: self.dampingRatio, duration: self.duration,
      initialVelocity: self.initialVelocity)
  }
}

extension TransitionDefinition.Style {
  /// The style's default duration; that of slide and fade is TransitionTreasury's.
  public var defaultDuration: TimeSpan {
    switch self {
    case .spring: .milliseconds(750)
    case .slide, .fade: .milliseconds(300)
    }
  }
}
