/// How UIKit's scroll views give way and coast (rule M3).
public enum ScrollPhysics {
  /// Velocity kept per millisecond while coasting normally.
  public static let normalDeceleration = 0.998
  /// Velocity kept per millisecond while coasting fast.
  public static let fastDeceleration = 0.99

  /// How far content moves when a finger pulls it `distance` pt past its end.
  ///
  /// - Parameters:
  ///   - distance: The finger's way past the end, pt, not negative.
  ///   - dimension: The viewport's extent in that direction, pt, positive.
  public static func rubberBand(_ distance: Double, dimension: Double) -> Double {
    (1 - 1 / (distance * 0.55 / dimension + 1)) * dimension
  }

  /// How far a finger has to pull for content to move `offset` pt past its end: the inverse of
  /// ``rubberBand(_:dimension:)`` for `offset` below `dimension`.
  public static func fingerDistance(forOffset offset: Double, dimension: Double) -> Double {
    (1 / (1 - offset / dimension) - 1) * dimension / 0.55
  }

  /// Where content that starts at `offset` pt with `velocity` pt/s comes to rest.
  public static func restingOffset(
    from offset: Double, velocity: Double, deceleration: Double = normalDeceleration
  ) -> Double {
    offset + velocity / 1000 * deceleration / (1 - deceleration)
  }

  /// Where coasting content is after `time`.
  public static func coastingOffset(
    from offset: Double, velocity: Double, after time: TimeSpan,
    deceleration: Double = normalDeceleration
  ) -> Double {
    let kept = power(deceleration, Double(time.microseconds) / 1000)
    let rest = Self.restingOffset(from: offset, velocity: velocity, deceleration: deceleration)
    return rest - (rest - offset) * kept
  }

  /// How fast coasting content still is after `time`, pt/s.
  public static func coastingVelocity(
    _ velocity: Double, after time: TimeSpan, deceleration: Double = normalDeceleration
  ) -> Double {
    velocity * power(deceleration, Double(time.microseconds) / 1000)
  }
}
