import Foundation

/// The chi-square distribution.
enum ChiSquare {
  /// Returns the probability of a value of at least `x`, by the exact recursion from one or two
  /// degrees of freedom.
  static func survival(_ x: Double, degrees: Int) -> Double {
    guard x > 0, degrees > 0 else { return 1 }
    let half = x / 2
    var (sum, degree) = degrees.isMultiple(of: 2) ? (exp(-half), 2) : (erfc(half.squareRoot()), 1)
    while degree < degrees {
      let power = Double(degree) / 2
      sum += exp(power * log(half) - half - LogGamma.of(power + 1))
      degree += 2
    }
    return min(sum, 1)
  }
}

/// The logarithm of the gamma function.
enum LogGamma {
  /// Returns the logarithm for a positive argument. Unlike `lgamma`, it writes no global variable.
  static func of(_ x: Double) -> Double {
    var sign: Int32 = 0
    return lgamma_r(x, &sign)
  }
}
