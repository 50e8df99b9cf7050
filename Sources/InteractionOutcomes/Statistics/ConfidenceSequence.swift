import Foundation

/// An asymptotic confidence sequence: intervals that hold at all looks together (Waudby-Smith et
/// al., arXiv 2103.06476, equation 9).
struct ConfidenceSequence: Hashable {
  /// The number of users of both variants that the sequence is narrowest at by default.
  static let expectedUsers = 5_000
  /// The probability of finding the smallest detectable difference: four of five cases.
  static let power = 0.8

  /// The probability that an interval ever excludes the true difference.
  let level: Double
  /// The tuning parameter, which is fixed before the first look.
  let rho: Double

  init(level: Double, expectedUsers: Int = expectedUsers) {
    self.level = level
    let spread = -2 * log(level) + log(1 - 2 * log(level))
    self.rho = (spread / Double(expectedUsers)).squareRoot()
  }

  /// The growth of the variance with the number of users: nρ² and √(nρ²+1).
  private func growth(_ users: Int) -> (information: Double, root: Double) {
    let information = Double(users) * self.rho * self.rho
    return (information, (information + 1).squareRoot())
  }

  /// Returns half of an interval's width in standard errors.
  ///
  /// - Parameter level: Another level, for one of several comparisons.
  func multiplier(users: Int, level: Double? = nil) -> Double {
    let (information, root) = self.growth(users)
    return (2 * root * root / information * log(root / (level ?? self.level))).squareRoot()
  }

  /// Returns the interval of a difference.
  func interval(of difference: RatioDifference, level: Double? = nil) -> ClosedRange<Double> {
    let half =
      difference.standardError * self.multiplier(users: difference.users, level: level)
    return (difference.value - half) ... (difference.value + half)
  }

  /// Returns the lowest level at which the interval excludes 0, for the comparison of several.
  func pValue(of difference: RatioDifference) -> Double {
    guard difference.value != 0 else { return 1 }
    guard difference.variance > 0 else { return 0 }
    let (information, root) = self.growth(difference.users)
    let square = difference.value * difference.value / difference.variance
    return min(1, root * exp(-information * square / (2 * root * root)))
  }

  /// Returns the smallest difference that would have been found by now, with ``power``, in the unit
  /// of the standard error.
  func smallestDetectable(
    standardError: Double, users: Int, level: Double? = nil
  ) -> Double {
    let detected = self.multiplier(users: users, level: level)
    return (detected + NormalDistribution.quantile(Self.power)) * standardError
  }

  /// Returns the smallest difference that would have been found by now; infinite if there is none.
  ///
  /// A relative difference multiplies the values of users, and with them the standard error.
  func smallestDetectable(_ difference: RatioDifference, level: Double? = nil) -> Double {
    let smallest = self.smallestDetectable(
      standardError: difference.standardError, users: difference.users, level: level)
    guard difference.isRelative else { return smallest }
    return smallest < 1 ? smallest / (1 - smallest) : .infinity
  }
}
