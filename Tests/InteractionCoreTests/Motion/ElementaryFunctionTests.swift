import Foundation
import InteractionCore
import Testing

/// The core's elementary functions compared with the C library's, whose results vary by platform
/// and so must not influence decisions.
@Suite struct ElementaryFunctionTests {
  private static let tolerance = 1e-12

  @Test("M1 M2: e^x agrees with the C library over the whole range of normal results")
  func exponentialOverItsRange() {
    let dense = Self.points(from: -708.3, to: 709.7, count: 200_001)
    let nearZero = Self.magnitudes(from: -300, to: 0).flatMap { [$0, -$0] }
    let edges = [0, 1, -1, 0.34657359027997264, -0.34657359027997264, 709.78, -708.39]
    let worst = Self.worst(of: dense + nearZero + edges, exponential, against: Foundation.exp)
    #expect(worst.error <= Self.tolerance, "e^\(worst.x)")
  }

  @Test("M2: e^x at the ends of its range")
  func exponentialAtTheEnds() {
    #expect(exponential(0) == 1)
    #expect(exponential(-.infinity) == 0)
    #expect(exponential(-746) == 0)
    #expect(exponential(710) == .infinity)
    #expect(exponential(.infinity) == .infinity)
    #expect(exponential(.nan).isNaN)
    // The largest argument with a finite result.
    let largest = 709.782712893384
    #expect(Foundation.exp(largest) < .infinity)
    #expect(Self.relativeError(exponential(largest), Foundation.exp(largest)) <= Self.tolerance)
  }

  @Test("M2: below the normal numbers e^x is off by no more than their spacing")
  func exponentialOfSubnormalResults() {
    for x in Self.points(from: -745.1, to: -708.4, count: 5_001) {
      let difference = abs(exponential(x) - Foundation.exp(x))
      #expect(difference <= .leastNonzeroMagnitude, "e^\(x)")
    }
  }

  @Test("M2: ln x agrees with the C library from the smallest to the largest number")
  func logarithmOverItsRange() {
    let dense = Self.points(from: 0.25, to: 4, count: 100_001)
    let nearOne = Self.magnitudes(from: -15, to: -1).flatMap { [1 + $0, 1 - $0] }
    let all = Self.magnitudes(from: -307, to: 308)
    let edges: [Double] = [
      .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1500,
      1.4142135623730951, 1.4142135623730954, 0.7071067811865476, 1 + .ulpOfOne, 1 - .ulpOfOne / 2,
    ]
    let worst = Self.worst(of: dense + nearOne + all + edges, logarithm, against: Foundation.log)
    #expect(worst.error <= Self.tolerance, "ln \(worst.x)")
  }

  @Test("M2: ln x where it is no number")
  func logarithmAtTheEnds() {
    #expect(logarithm(1) == 0)
    #expect(logarithm(0) == -.infinity)
    #expect(logarithm(.infinity) == .infinity)
    #expect(logarithm(-1).isNaN)
    #expect(logarithm(.nan).isNaN)
  }

  @Test("M3: powers of a deceleration rate agree with the C library over a minute")
  func powers() {
    for base in [ScrollPhysics.normalDeceleration, ScrollPhysics.fastDeceleration] {
      for exponent in stride(from: 0.0, through: 60_000, by: 7.3) {
        let expected = Foundation.pow(base, exponent)
        // The argument of e^x has the rounding error of ln, times the exponent.
        guard expected > 1e-290 else { continue }
        #expect(Self.relativeError(power(base, exponent), expected) <= Self.tolerance)
      }
    }
  }

  @Test("M2: sine and cosine agree with the C library up to 10^6 rad")
  func trigonometryOverItsRange() {
    let dense = Self.points(from: -50, to: 50, count: 200_001)
    let wide = Self.points(from: -1e6, to: 1e6, count: 200_003)
    let tiny = Self.magnitudes(from: -300, to: -1).flatMap { [$0, -$0] }
    let all = dense + wide + tiny + Self.quarterTurns
    let worstSine = Self.worst(of: all, sine, against: Foundation.sin)
    #expect(worstSine.error <= Self.tolerance, "sin \(worstSine.x)")
    let worstCosine = Self.worst(of: all, cosine, against: Foundation.cos)
    #expect(worstCosine.error <= Self.tolerance, "cos \(worstCosine.x)")
  }

  @Test("M2: sine and cosine at zero, and of what is no angle")
  func trigonometryAtTheEnds() {
    #expect(sine(0) == 0)
    #expect(cosine(0) == 1)
    for angle in [Double.nan, .infinity, -.infinity, 1e10] {
      #expect(sine(angle).isNaN)
      #expect(cosine(angle).isNaN)
    }
  }

  /// Numbers next to multiples of π/2, where one of the two functions almost vanishes and its
  /// relative error reveals the precision of the argument reduction.
  private static let quarterTurns: [Double] = (-2_000 ... 2_000).flatMap { index -> [Double] in
    let nearest = Double(index * 317) * (Double.pi / 2)
    return [nearest, nearest.nextUp, nearest.nextDown, Double(index) * (Double.pi / 4)]
  }

  private static func points(from: Double, to: Double, count: Int) -> [Double] {
    (0 ..< count).map { from + (to - from) * Double($0) / Double(count - 1) }
  }

  /// Returns several numbers of each decimal order of magnitude.
  private static func magnitudes(from: Int, to: Int) -> [Double] {
    (from ..< to).flatMap { order in
      [1.0, 1.37, 2.2, 3.9, 6.1, 8.8].map { $0 * Foundation.pow(10, Double(order)) }
    }
  }

  private static func worst(
    of points: [Double], _ function: (Double) -> Double, against reference: (Double) -> Double
  ) -> (x: Double, error: Double) {
    var worst = (x: 0.0, error: 0.0)
    for x in points {
      let error = Self.relativeError(function(x), reference(x))
      // Not `error > worst`: a NaN must fail.
      if !(error <= worst.error) { worst = (x, error) }
    }
    return worst
  }

  private static func relativeError(_ value: Double, _ reference: Double) -> Double {
    value == reference ? 0 : abs(value - reference) / abs(reference)
  }
}
