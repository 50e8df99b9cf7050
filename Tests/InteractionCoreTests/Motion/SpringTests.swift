import Foundation
import InteractionCore
import Testing

@Suite struct SpringTests {
  /// The spring of seed 001.
  static let tabTransition = Spring(
    dampingRatio: 0.75, duration: .milliseconds(750), initialVelocity: 2)

  static let springs: [Spring] = [0.1, 0.5, 0.75, 0.999_999, 1, 1.000_001, 1.5, 4].flatMap {
    damping in
    [-3.0, 0, 2, 20].map { velocity in
      Spring(dampingRatio: damping, duration: .milliseconds(600), initialVelocity: velocity)
    }
  }

  @Test("M2: the closed solutions agree with a numeric one to 1e-6", arguments: springs)
  func agreesWithIntegration(of spring: Spring) {
    let omega = Foundation.log(1500) / (spring.duration.seconds * spring.dampingRatio)
    var body = Body(
      stiffness: omega * omega, damping: 2 * spring.dampingRatio * omega,
      velocity: spring.initialVelocity)
    let samples = 240
    for sample in 1 ... samples {
      let time = TimeSpan.milliseconds(Int64(sample) * 5)
      body.advance(by: 0.005, steps: 200)
      #expect(abs(spring.progress(at: time) - body.position) <= 1e-6, "at \(time.seconds) s")
    }
  }

  @Test("M2: ω, stiffness and damping of the tab transition")
  func tabTransitionConstants() {
    let spring = Self.tabTransition
    #expect(abs(spring.angularFrequency - 13.0) < 0.005)
    #expect(abs(spring.stiffness - 169) < 0.05)
    #expect(abs(spring.damping - 19.5) < 0.005)
    #expect(abs(spring.angularFrequency - Foundation.log(1500) / (0.75 * 0.75)) < 1e-12)
  }

  @Test("M2: the tab transition overshoots by 2.88 % at 0.352 s")
  func tabTransitionOvershoot() {
    let spring = Self.tabTransition
    var peak = (time: 0.0, progress: 0.0)
    for millisecond in 0 ... 2_000 {
      let time = TimeSpan.milliseconds(Int64(millisecond))
      let progress = spring.progress(at: time)
      if progress > peak.progress { peak = (time.seconds, progress) }
    }
    #expect(abs(peak.progress - 1.0288) < 0.00005)
    #expect(abs(peak.time - 0.352) < 0.0015)
  }

  @Test("M2: without an initial push, springs at and above critical damping never overshoot")
  func noOvershoot() {
    for damping in [1, 1.0001, 1.5, 4] {
      let spring = Spring(dampingRatio: damping, duration: .milliseconds(500))
      for millisecond in stride(from: Int64(0), through: 3_000, by: 3) {
        #expect(spring.progress(at: .milliseconds(millisecond)) <= 1)
      }
    }
  }

  @Test("M2: starts at 0 and comes to rest at 1", arguments: springs)
  func ends(of spring: Spring) {
    #expect(spring.progress(at: .zero) == 0)
    #expect(spring.progress(at: .milliseconds(-5)) == 0)
    #expect(abs(spring.progress(at: .seconds(600)) - 1) < 1e-9)
  }

  @Test("M2 D4: a spring of no duration is at rest at once")
  func noDuration() {
    let spring = Spring(dampingRatio: 0.75, duration: .zero, initialVelocity: 2)
    #expect(spring.progress(at: .zero) == 0)
    #expect(spring.progress(at: TimeSpan(microseconds: 1)) == 1)
  }
}

/// A body of mass 1 on a damped spring towards 1, integrated by the fourth-order Runge–Kutta
/// method.
private struct Body {
  let stiffness: Double
  let damping: Double
  var position = 0.0
  var velocity: Double

  init(stiffness: Double, damping: Double, velocity: Double) {
    self.stiffness = stiffness
    self.damping = damping
    self.velocity = velocity
  }

  mutating func advance(by time: Double, steps: Int) {
    let h = time / Double(steps)
    for _ in 0 ..< steps {
      let (x, v) = (self.position, self.velocity)
      let (x1, v1) = (v, self.acceleration(x, v))
      let (x2, v2) = (v + h / 2 * v1, self.acceleration(x + h / 2 * x1, v + h / 2 * v1))
      let (x3, v3) = (v + h / 2 * v2, self.acceleration(x + h / 2 * x2, v + h / 2 * v2))
      let (x4, v4) = (v + h * v3, self.acceleration(x + h * x3, v + h * v3))
      self.position += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      self.velocity += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
  }

  private func acceleration(_ x: Double, _ v: Double) -> Double {
    -self.stiffness * (x - 1) - self.damping * v
  }
}
