import Foundation
import InteractionCore
import Testing

/// The core's closed-form solutions compared with numerical integration, or with other solutions,
/// without the core's functions.
@Suite struct ReferencePhysicsTests {
  private static let tolerance = 1e-6

  // MARK: Springs

  /// Damping ratios near 1, where both closed-form solutions divide by almost 0.
  static let nearlyCritical: [Double] = [
    0.999, 1 - 1e-9, 1 - 1e-12, 1.0.nextDown, 1, 1.0.nextUp, 1 + 1e-12, 1 + 1e-9, 1.001,
  ]

  /// Springs from underdamped to overdamped, short and long.
  static let springs: [Spring] = ([0.05, 0.75, 3, 10] + nearlyCritical).flatMap { damping in
    [Int64(40), 750, 4_000].flatMap { duration in
      [-10.0, 0, 2, 30].map { velocity in
        Spring(
          dampingRatio: damping, duration: .milliseconds(duration), initialVelocity: velocity)
      }
    }
  }

  @Test("M2: springs of any length solve x'' = −ω²(x − 1) − 2ζωx'", arguments: springs)
  func springFollowsItsEquation(of spring: Spring) {
    var body = Self.body(of: spring)
    let step = spring.duration.microseconds / 40
    for sample in 1 ... Int64(80) {
      body.advance(by: Double(step) / 1e6, steps: 200)
      let progress = spring.progress(at: TimeSpan(microseconds: sample * step))
      #expect(abs(progress - body.state.x) <= Self.tolerance, "\(sample)/40 of the duration")
    }
  }

  @Test("M2 M4: the tab transition's track is drawn where the equation of motion has it")
  func trackFollowsTheEquation() {
    let track = Track(
      target: .floor, property: .scale,
      keyframes: [Keyframe(position: 0, value: 1), Keyframe(position: 1, value: 3)],
      delay: .milliseconds(100), duration: .milliseconds(750),
      easing: .spring(SpringTests.tabTransition))
    var body = Self.body(of: SpringTests.tabTransition)
    for millisecond in 1 ..< Int64(750) {
      body.advance(by: 0.001, steps: 20)
      let value = track.value(at: .milliseconds(100 + millisecond)) ?? .nan
      #expect(abs(value - (1 + 2 * body.state.x)) <= Self.tolerance, "at \(millisecond) ms")
    }
  }

  @Test("M2: the tab transition's equation of motion overshoots by 2.88 % at 0.352 s itself")
  func equationOvershoots() {
    var body = Self.body(of: SpringTests.tabTransition)
    var microsecond = Int64(0)
    while body.state.y > 0 && microsecond < 1_000_000 {
      body.advance(by: 1e-5, steps: 1)
      microsecond += 10
    }
    #expect((body.state.x * 10_000).rounded() == 10_288)
    #expect((Double(microsecond) / 1_000).rounded() == 352)
    // The core's peak has the same time and height.
    let spring = SpringTests.tabTransition
    let peak = spring.progress(at: TimeSpan(microseconds: microsecond))
    #expect(abs(peak - body.state.x) <= Self.tolerance)
    #expect(spring.progress(at: TimeSpan(microseconds: microsecond - 500)) < peak)
    #expect(spring.progress(at: TimeSpan(microseconds: microsecond + 500)) < peak)
    // The constants, rounded to the digits in the rule.
    #expect((spring.angularFrequency * 10).rounded() == 130)
    #expect(spring.stiffness.rounded() == 169)
    #expect((spring.damping * 10).rounded() == 195)
  }

  @Test(
    "M2: without an initial push, the first overshoot is e^(−πζ/√(1 − ζ²)), at π/(ω√(1 − ζ²))",
    arguments: [0.05, 0.2, 0.5, 0.75, 0.9])
  func textbookOvershoot(damping: Double) {
    let spring = Spring(dampingRatio: damping, duration: .seconds(2))
    let root = (1 - damping * damping).squareRoot()
    let omega = Foundation.log(1500) / (2 * damping)
    let peak = Int64((Double.pi / (omega * root) * 1e6).rounded())
    let progress = spring.progress(at: TimeSpan(microseconds: peak))
    let expected = 1 + Foundation.exp(-Double.pi * damping / root)
    #expect(abs(progress - expected) <= Self.tolerance)
    for aside in [-peak / 50, peak / 50] {
      #expect(spring.progress(at: TimeSpan(microseconds: peak + aside)) < progress)
    }
  }

  @Test(
    "M2: without an initial push, springs at and above critical damping never turn back",
    arguments: nearlyCritical.filter { $0 >= 1 } + [1.5, 4, 20])
  func noTurningBack(damping: Double) {
    let spring = Spring(dampingRatio: damping, duration: .milliseconds(500))
    var body = Self.body(of: spring)
    var last = 0.0
    for millisecond in 1 ... Int64(2_000) {
      body.advance(by: 0.001, steps: 4)
      #expect(body.state.y >= 0)
      let progress = spring.progress(at: .milliseconds(millisecond))
      #expect(progress >= last)
      #expect(progress <= 1)
      last = progress
    }
  }

  @Test(
    "M2: the solutions below and above critical damping meet in it, and without a kink",
    arguments: [-3.0, 0, 2, 20])
  func meetsCriticalDamping(velocity: Double) {
    func progress(_ damping: Double, _ millisecond: Int64) -> Double {
      Spring(
        dampingRatio: damping, duration: .milliseconds(600), initialVelocity: velocity
      ).progress(at: .milliseconds(millisecond))
    }
    for millisecond in stride(from: Int64(5), through: 1_200, by: 5) {
      let critical = progress(1, millisecond)
      for distance in [1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-15] {
        let below = progress(1 - distance, millisecond)
        let above = progress(1 + distance, millisecond)
        // Both differ from the critical one in proportion to the distance, with opposite signs, and
        // by the rounding of two large terms that almost cancel.
        let rounding = 1e-8
        #expect(abs(below - critical) <= 2 * distance + rounding)
        #expect(abs(above - critical) <= 2 * distance + rounding)
        let bend = above - 2 * critical + below
        #expect(abs(bend) <= 4 * distance * distance + rounding)
      }
    }
  }

  // MARK: Curves

  /// The curves of rule M1, and others at the limits of valid control points.
  static let curves: [CubicBezier] = [
    .linear, .easeIn, .easeOut, .easeInEaseOut, .systemDefault, CubicBezier(0.3, -0.6, 0.6, 1.7),
    CubicBezier(0, 1, 0, 1), CubicBezier(1, 0, 1, 0), CubicBezier(1, 0, 0, 1),
    CubicBezier(0, 1, 1, 0), CubicBezier(0.9, -2, 0.1, 3),
  ]

  @Test("M1: at any time, progress is where the cubic's closed solution has it", arguments: curves)
  func curveAgreesWithCardano(of curve: CubicBezier) {
    // An odd number of parts, since some of these curves have no slope half-way.
    for part in 1 ..< 4_001 {
      let time = Double(part) / 4_001
      let t = Self.root(curve.x1, curve.x2, at: time)
      let expected = ((3 * (curve.y1 - curve.y2) + 1) * t + 3 * (curve.y2 - 2 * curve.y1)) * t * t
      let progress = curve.progress(at: time)
      #expect(abs(progress - expected - 3 * curve.y1 * t) <= Self.tolerance, "at \(time)")
    }
  }

  @Test("M1: curves whose time is a plain power have the plain inverse of it")
  func plainCurves() {
    for part in 0 ... 1_000 {
      let time = Double(part) / 1_000
      // Time is t, so progress is the cubic itself: here 3t² − 2t³.
      let even = CubicBezier(1.0 / 3, 0, 2.0 / 3, 1).progress(at: time)
      #expect(abs(even - time * time * (3 - 2 * time)) <= Self.tolerance)
      // Time is t³ and progress t; then t² and t.
      let cube = CubicBezier(0, 1.0 / 3, 0, 2.0 / 3).progress(at: time)
      #expect(abs(cube - Foundation.cbrt(time)) <= Self.tolerance)
      let square = CubicBezier(0, 1.0 / 3, 1.0 / 3, 2.0 / 3).progress(at: time)
      #expect(abs(square - time.squareRoot()) <= Self.tolerance)
    }
  }

  // MARK: Rubber band

  @Test(
    "M3: the band solves b' = 0.55(1 − b/d)², its inverse x' = (1 + 0.55x/d)²/0.55",
    arguments: [320.0, 812, 1_366])
  func bandFollowsItsEquation(dimension: Double) {
    // A band that yields by 0.55 of the finger's distance at first, and less the further it goes.
    var band = Integration(state: [0, 0]) { state in
      let left = 1 - state.x / dimension
      let stretch = 1 + 0.55 * state.y / dimension
      return [0.55 * left * left, stretch * stretch / 0.55]
    }
    let step = dimension / 200
    for sample in 1 ... 180 {
      band.advance(by: step, steps: 200)
      let way = Double(sample) * step
      let offset = ScrollPhysics.rubberBand(way, dimension: dimension)
      #expect(abs(offset - band.state.x) <= Self.tolerance, "\(way) pt")
      let distance = ScrollPhysics.fingerDistance(forOffset: way, dimension: dimension)
      #expect(abs(distance - band.state.y) <= Self.tolerance, "\(way) pt")
    }
  }

  @Test("M3: the band and its inverse undo each other", arguments: [320.0, 812, 1_366])
  func bandInverse(dimension: Double) {
    for part in 0 ..< 100 {
      let offset = dimension * Double(part) / 100
      let way = ScrollPhysics.fingerDistance(forOffset: offset, dimension: dimension)
      let back = ScrollPhysics.rubberBand(way, dimension: dimension)
      #expect(abs(back - offset) <= Self.tolerance)
      let written = (1 - 1 / (way * 0.55 / dimension + 1)) * dimension
      #expect(abs(written - offset) <= Self.tolerance)
    }
  }

  // MARK: Deceleration

  /// The factor by which velocity decreases per millisecond, as in rule M3, and the resting
  /// distance at 1 pt/s.
  static let decelerations = [
    (rate: ScrollPhysics.normalDeceleration, kept: 0.998, rest: 0.499),
    (rate: ScrollPhysics.fastDeceleration, kept: 0.99, rest: 0.099),
  ]

  @Test(
    "M3: coasting solves v' = 1000 ln(0.998)v, or ln(0.99), at any microsecond, until it rests",
    arguments: 0 ..< 2, [1_500.0, -800, 6_000])
  func coastingFollowsItsEquation(index: Int, velocity: Double) {
    let (rate, kept, rest) = Self.decelerations[index]
    let decay = 1_000 * Foundation.log(kept)
    // The rule's distance is the sum of the velocities at the end of each millisecond. Integrated
    // over the millisecond, it is slightly shorter than the velocity suggests.
    let share = -Foundation.log(kept) * kept / (1 - kept)
    var content = Integration(state: [300, velocity]) { [share * $0.y, decay * $0.y] }
    var free = Integration(state: [300, velocity]) { [$0.y, decay * $0.y] }
    // 16.667 ms, so that few samples fall on whole milliseconds.
    for sample in 1 ... Int64(1_200) {
      content.advance(by: 0.016_667, steps: 40)
      free.advance(by: 0.016_667, steps: 40)
      let time = TimeSpan(microseconds: sample * 16_667)
      let offset = ScrollPhysics.deceleratingOffset(
        from: 300, velocity: velocity, after: time, deceleration: rate)
      let speed = ScrollPhysics.deceleratingVelocity(velocity, after: time, deceleration: rate)
      #expect(abs(speed - content.state.y) <= Self.tolerance, "at \(time.seconds) s")
      #expect(abs(offset - content.state.x) <= Self.tolerance, "at \(time.seconds) s")
      // So it lags behind a body with that velocity, by at most half a millisecond's distance.
      let behind = (free.state.x - offset) / velocity * 1_000
      #expect(behind >= 0 && behind <= 0.5, "at \(time.seconds) s")
      // From any offset on the way, it rests at the same offset.
      let ahead = ScrollPhysics.restingOffset(from: offset, velocity: speed, deceleration: rate)
      #expect(abs(ahead - (300 + rest * velocity)) <= Self.tolerance)
    }
    // After 20 s the remaining distance is below 10⁻⁶ pt.
    #expect(abs(content.state.x - (300 + rest * velocity)) <= Self.tolerance)
  }

  @Test("M3: unless told otherwise, content rests at x0 + 0.499v")
  func normalRest() {
    for offset in stride(from: -200.0, through: 10_000, by: 340) {
      for velocity in stride(from: -8_000.0, through: 8_000, by: 250) {
        let rest = ScrollPhysics.restingOffset(from: offset, velocity: velocity)
        #expect(abs(rest - (offset + 0.499 * velocity)) <= Self.tolerance)
      }
    }
  }

  // MARK: References

  /// Returns the position and velocity of a body of mass 1 on this spring, by rule M2.
  private static func body(of spring: Spring) -> Integration {
    let omega = Foundation.log(1500) / (spring.duration.seconds * spring.dampingRatio)
    let stiffness = omega * omega
    let damping = 2 * spring.dampingRatio * omega
    return Integration(state: [0, spring.initialVelocity]) {
      [$0.y, -stiffness * ($0.x - 1) - damping * $0.y]
    }
  }

  /// Returns the parameter at which a curve's time, by the first coordinates of its control points,
  /// equals `time`: by Cardano's formula, or by Viète's for three real roots.
  private static func root(_ x1: Double, _ x2: Double, at time: Double) -> Double {
    // a·t³ + b·t² + c·t = time; with t = s − b/3a it is s³ + 3ps = 2q.
    let a = 3 * (x1 - x2) + 1
    let b = 3 * (x2 - 2 * x1)
    let c = 3 * x1
    let shift = b / (3 * a)
    let p = c / (3 * a) - shift * shift
    let q = (time / a + shift * c / a) / 2 - shift * shift * shift
    let discriminant = q * q + p * p * p
    if discriminant >= 0 {
      let u = Foundation.cbrt(q + (q < 0 ? -1 : 1) * discriminant.squareRoot())
      return u == 0 ? -shift : u - p / u - shift
    }
    let radius = (-p).squareRoot()
    let angle = Foundation.acos(max(-1, min(1, q / (radius * radius * radius)))) / 3
    let roots = [0.0, 1, 2].map { third in
      2 * radius * Foundation.cos(angle + third * 2 * Double.pi / 3) - shift
    }
    // Time increases monotonically from 0 to 1, so exactly one root is in range.
    return roots.min { abs($0 - 0.5) < abs($1 - 0.5) } ?? .nan
  }
}

/// An integration of two quantities with the derivative `slope`, by the fourth-order Runge–Kutta
/// method.
private struct Integration {
  var state: SIMD2<Double>
  let slope: (SIMD2<Double>) -> SIMD2<Double>

  mutating func advance(by time: Double, steps: Int) {
    let h = time / Double(steps)
    for _ in 0 ..< steps {
      let first = self.slope(self.state)
      let second = self.slope(self.state + h / 2 * first)
      let third = self.slope(self.state + h / 2 * second)
      let fourth = self.slope(self.state + h * third)
      self.state += h / 6 * (first + 2 * second + 2 * third + fourth)
    }
  }
}
