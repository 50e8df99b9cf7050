/// A property that follows a list's offset or a finger instead of time (rules D6, F12, F16, X7,
/// N5).
///
/// The client evaluates it at its own frame rate; outside the range the nearer end holds.
public struct ScrollLink: Hashable, Sendable {
  /// What the property follows.
  public enum Driver: Hashable, Sendable {
    /// The vertical offset of this list, pt.
    case offset(SourceID)
    /// How far a finger has dragged that touched down on this target, pt: downwards on the floor's
    /// page and on ``Target/scan``, to the right elsewhere.
    case translation(Target)
  }

  /// What drives it.
  public var driver: Driver
  /// The view.
  public var target: Target
  /// What moves.
  public var property: AnimatedProperty
  /// The offset or translation at which ``startValue`` holds, pt.
  public var startOffset: Double
  /// The offset or translation at which ``endValue`` holds, pt.
  public var endOffset: Double
  /// The value at ``startOffset``.
  public var startValue: Double
  /// The value at ``endOffset``.
  public var endValue: Double

  public init(
    driver: Driver, target: Target, property: AnimatedProperty, startOffset: Double,
    endOffset: Double, startValue: Double, endValue: Double
  ) {
    self.driver = driver
    self.target = target
    self.property = property
    self.startOffset = startOffset
    self.endOffset = endOffset
    self.startValue = startValue
    self.endValue = endValue
  }

  /// The property's value while the list, or the finger, stands at `y`.
  public func value(at y: Double) -> Double {
    let span = self.endOffset - self.startOffset
    guard span != 0 else { return self.endValue }
    let progress = min(max((y - self.startOffset) / span, 0), 1)
    return self.startValue + (self.endValue - self.startValue) * progress
  }
}
