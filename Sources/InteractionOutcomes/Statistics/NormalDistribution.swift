import Foundation

/// The standard normal distribution.
enum NormalDistribution {
  /// Returns the probability of a value of at most `x`.
  static func probability(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

  /// Returns the value that is exceeded with probability 1 − `p`, by Newton's method.
  static func quantile(_ p: Double) -> Double {
    guard p > 0 else { return -.infinity }
    guard p < 1 else { return .infinity }
    guard p <= 0.5 else { return -self.quantile(1 - p) }
    // The bound of Abramowitz and Stegun 26.2.23 is within 4.5e-4.
    let t = (-2 * log(p)).squareRoot()
    let top = 2.515517 + t * (0.802853 + t * 0.010328)
    var x = top / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
    for _ in 0 ..< 4 {
      let density = exp(-x * x / 2) / (2 * Double.pi).squareRoot()
      x -= (self.probability(x) - p) / density
    }
    return x
  }
}
