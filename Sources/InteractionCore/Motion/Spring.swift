/// A spring from 0 to 1 with UIKit's parameters (rule M2).
public struct Spring: Hashable, Sendable {
  /// The damping ratio: below 1 the spring overshoots; from 1 on it does so only with an initial
  /// velocity.
  public var dampingRatio: Double
  /// The nominal duration, as passed to UIKit.
  public var duration: TimeSpan
  /// The initial velocity in whole distances per second; positive towards the end.
  public var initialVelocity: Double

  public init(dampingRatio: Double, duration: TimeSpan, initialVelocity: Double = 0) {
    self.dampingRatio = dampingRatio
    self.duration = duration
    self.initialVelocity = initialVelocity
  }

  /// The undamped angular frequency ω, rad/s.
  ///
  /// ln(1500) / (duration · ζ) is the community's formula; Apple's own is unpublished.
  public var angularFrequency: Double {
    let denominator = self.duration.seconds * self.dampingRatio
    return denominator > 0 ? 7.313220387090301 / denominator : .infinity
  }

  /// The stiffness k for mass 1.
  public var stiffness: Double { self.angularFrequency * self.angularFrequency }

  /// The damping coefficient c for mass 1.
  public var damping: Double { 2 * self.dampingRatio * self.angularFrequency }

  /// Returns the progress after `time`: 0 at the start, 1 at rest, more than 1 while it overshoots.
  public func progress(at time: TimeSpan) -> Double {
    let omega = self.angularFrequency
    guard omega < .infinity, time > .zero else { return time > .zero ? 1 : 0 }
    let t = time.seconds
    let zeta = self.dampingRatio
    // Distance from rest d(t), with d(0) = 1 and d'(0) = −v.
    let v = self.initialVelocity
    if zeta < 1 {
      let damped = omega * (1 - zeta * zeta).squareRoot()
      let decay = exponential(-zeta * omega * t)
      let amplitude = (zeta * omega - v) / damped
      return 1 - decay * (cosine(damped * t) + amplitude * sine(damped * t))
    }
    if zeta == 1 {
      return 1 - exponential(-omega * t) * (1 + (omega - v) * t)
    }
    let root = (zeta * zeta - 1).squareRoot()
    let slow = omega * (zeta - root)
    let fast = omega * (zeta + root)
    let slowPart = (fast - v) / (fast - slow)
    return 1 - slowPart * exponential(-slow * t) - (1 - slowPart) * exponential(-fast * t)
  }
}
