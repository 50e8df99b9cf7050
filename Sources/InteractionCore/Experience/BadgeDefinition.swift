/// A tab's badge as an experience starts with it (rules B1–B4).
public struct BadgeDefinition: Hashable, Sendable {
  /// What it says at first.
  public var content: BadgeContent
  /// The count beyond which it shows `max+`, for counts that say nothing else.
  public var maximum: Int
  /// Whether it is hidden at first, whatever it counts.
  public var isHidden: Bool
  /// How far it stands to the right of its usual place, pt.
  public var dx: Double
  /// How far it stands below its usual place, pt.
  public var dy: Double
  /// How high it is, pt.
  public var height: Double
  /// What it plays when what it shows changes (rule B4).
  public var animation: BadgeAnimation
  /// What it plays then instead; nil plays ``animation``.
  public var timeline: TimelineDefinition?
  /// How long an animation that plays once takes as a whole; nil for as long as it usually does.
  public var animationDuration: TimeSpan?
  /// How the progress of all animations but a fall follows time.
  public var animationEasing: CubicBezier
  /// How long an endless animation takes one way; nil for as long as it usually does.
  public var loopDuration: TimeSpan?
  /// How far a fall goes, pt.
  public var fallHeight: Double
  /// How far an endless shake or bounce goes to either side, pt; nil is a quarter of the height.
  public var swing: Double?

  public init(
    content: BadgeContent = .number(count: 0, max: 99), maximum: Int = 99, isHidden: Bool = false,
    dx: Double = 0, dy: Double = 0, height: Double = 18, animation: BadgeAnimation = .none,
    timeline: TimelineDefinition? = nil, animationDuration: TimeSpan? = nil,
    animationEasing: CubicBezier = .easeInEaseOut,
    loopDuration: TimeSpan? = nil, fallHeight: Double = 20, swing: Double? = nil
  ) {
    self.content = content
    self.maximum = maximum
    self.isHidden = isHidden
    self.dx = dx
    self.dy = dy
    self.height = height
    self.animation = animation
    self.timeline = timeline
    self.animationDuration = animationDuration
    self.animationEasing = animationEasing
    self.loopDuration = loopDuration
    self.fallHeight = fallHeight
    self.swing = swing
  }
}
