/// An easing curve from (0, 0) to (1, 1) with two control points (rule M1).
public struct CubicBezier: Hashable, Sendable {
  /// The first control point's time, 0 … 1.
  public var x1: Double
  /// The first control point's progress.
  public var y1: Double
  /// The second control point's time, 0 … 1.
  public var x2: Double
  /// The second control point's progress.
  public var y2: Double

  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// Constant speed.
  public static let linear = CubicBezier(0, 0, 1, 1)
  /// A slow start.
  public static let easeIn = CubicBezier(0.42, 0, 1, 1)
  /// A slow end.
  public static let easeOut = CubicBezier(0, 0, 0.58, 1)
  /// A slow start and a slow end.
  public static let easeInEaseOut = CubicBezier(0.42, 0, 0.58, 1)
  /// The platform's default curve.
  public static let systemDefault = CubicBezier(0.25, 0.1, 0.25, 1)

  /// Returns the progress at `time`, a fraction of the duration; 0 before 0 and 1 from 1 on.
  public func progress(at time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    return Self.coordinate(self.y1, self.y2, at: self.parameter(at: time))
  }

  /// Returns the curve's parameter at `time`. Bisection: time grows with the parameter, and 60
  /// halvings reach the last bit for every slope.
  private func parameter(at time: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0 ..< 60 {
      let middle = (low + high) / 2
      if Self.coordinate(self.x1, self.x2, at: middle) < time {
        low = middle
      } else {
        high = middle
      }
    }
    return (low + high) / 2
  }

  private static func coordinate(_ first: Double, _ second: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
  }
}
