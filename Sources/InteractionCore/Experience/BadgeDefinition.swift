/// The definition of a tab's badge (rules B1–B4).
public struct BadgeDefinition: Hashable, Sendable {
  /// The initial content.
  public var content: BadgeContent
  /// The maximum count, above which `max+` shows, for counts without a maximum of their own.
  public var maximum: Int
  /// A Boolean value that indicates whether the badge is initially hidden, whatever its count.
  public var isHidden: Bool
  /// The horizontal offset from the default position, pt.
  public var dx: Double
  /// The vertical offset from the default position, pt.
  public var dy: Double
  /// The height, pt.
  public var height: Double
  /// The animation when the visible content changes (rule B4).
  public var animation: BadgeAnimation
  /// The timeline that replaces ``animation``; nil for none.
  public var timeline: TimelineDefinition?
  /// The total duration of an animation that plays once; nil for the animation's default.
  public var animationDuration: TimeSpan?
  /// The easing of all animations except the fall.
  public var animationEasing: CubicBezier
  /// The duration of one direction of an endless animation; nil for the animation's default.
  public var loopDuration: TimeSpan?
  /// The height of a fall, pt.
  public var fallHeight: Double
  /// The amplitude of an endless shake or bounce, pt; nil for a quarter of the height.
  public var swing: Double?
  /// The label, with `{}` for the badge's text; empty for the text alone (rule U2).
  public var label: LocalizedText

  public init(
    content: BadgeContent = .number(count: 0, max: 99), maximum: Int = 99, isHidden: Bool = false,
    dx: Double = 0, dy: Double = 0, height: Double = 18, animation: BadgeAnimation = .none,
    timeline: TimelineDefinition? = nil, animationDuration: TimeSpan? = nil,
    animationEasing: CubicBezier = .easeInEaseOut,
    loopDuration: TimeSpan? = nil, fallHeight: Double = 20, swing: Double? = nil,
    label: LocalizedText = LocalizedText()
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
    self.label = label
  }
}
