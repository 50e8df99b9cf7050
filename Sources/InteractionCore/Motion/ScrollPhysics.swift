/// The overscroll and deceleration of UIKit's scroll views (rule M3).
public enum ScrollPhysics {
  /// The fraction of the velocity kept per millisecond at the normal deceleration rate.
  public static let normalDeceleration = 0.998
  /// The fraction of the velocity kept per millisecond at the fast deceleration rate.
  public static let fastDeceleration = 0.99

  /// Returns the overscroll, pt, for a finger that drags content `distance` pt past its end.
  ///
  /// - Parameters:
  ///   - distance: The finger's distance past the end, pt, not negative.
  ///   - dimension: The viewport's extent in that direction, pt, positive.
  public static func rubberBand(_ distance: Double, dimension: Double) -> Double {
    (1 - 1 / (distance * 0.55 / dimension + 1)) * dimension
  }

  /// Returns the finger's distance past the end, pt, for an overscroll of `offset` pt: the inverse
  /// of ``rubberBand(_:dimension:)`` for `offset` below `dimension`.
  public static func fingerDistance(forOffset offset: Double, dimension: Double) -> Double {
    (1 / (1 - offset / dimension) - 1) * dimension / 0.55
  }

  /// Returns the offset, pt, at which a deceleration ends that starts at `offset` pt with
  /// `velocity` pt/s.
  public static func restingOffset(
    from offset: Double, velocity: Double, deceleration: Double = normalDeceleration
  ) -> Double {
    offset + velocity / 1000 * deceleration / (1 - deceleration)
  }

  /// Returns the offset, pt, of decelerating content after `time`.
  public static func deceleratingOffset(
    from offset: Double, velocity: Double, after time: TimeSpan,
    deceleration: Double = normalDeceleration
  ) -> Double {
    let kept = power(deceleration, Double(time.microseconds) / 1000)
    let rest = Self.restingOffset(from: offset, velocity: velocity, deceleration: deceleration)
    return rest - (rest - offset) * kept
  }

  /// Returns the velocity, pt/s, of decelerating content after `time`.
  public static func deceleratingVelocity(
    _ velocity: Double, after time: TimeSpan, deceleration: Double = normalDeceleration
  ) -> Double {
    velocity * power(deceleration, Double(time.microseconds) / 1000)
  }
}
