/// A property driven by a list's offset or a finger's translation instead of time (rules D6, F12,
/// F16, X7, N5).
///
/// The client evaluates it at its own frame rate; outside the range the value is clamped.
public struct ScrollLink: Hashable, Sendable {
  /// The input of a link.
  public enum Driver: Hashable, Sendable {
    /// The vertical offset of this list, pt.
    case offset(SourceID)
    /// The translation, pt, of a finger that touched down on this target: downwards on the floor's
    /// page and on ``ViewPath/scan``, to the right elsewhere.
    case translation(ViewPath)
  }

  /// The input that drives the property.
  public var driver: Driver
  /// The view that moves.
  public var target: ViewPath
  /// The driven property.
  public var property: AnimatedProperty
  /// The input at which ``startValue`` holds, pt.
  public var startOffset: Double
  /// The input at which ``endValue`` holds, pt.
  public var endOffset: Double
  /// The property's value at ``startOffset``.
  public var startValue: Double
  /// The property's value at ``endOffset``.
  public var endValue: Double

  public init(
    driver: Driver, target: ViewPath, property: AnimatedProperty, startOffset: Double,
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

  /// Returns the property's value at the offset or translation `y`, pt.
  public func value(at y: Double) -> Double {
    let span = self.endOffset - self.startOffset
    guard span != 0 else { return self.endValue }
    let progress = min(max((y - self.startOffset) / span, 0), 1)
    return self.startValue + (self.endValue - self.startValue) * progress
  }
}
