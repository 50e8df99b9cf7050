/// The numbers of users that comparisons need.
enum SampleSize {
  /// Returns the users per variant that find a difference at one look, with a power of 80 %.
  ///
  /// - Parameters:
  ///   - difference: The difference, in standard deviations of a user's value.
  ///   - level: The probability of a false alarm.
  static func fixed(difference: Double, level: Double) -> Double {
    let sum =
      NormalDistribution.quantile(1 - level / 2)
      + NormalDistribution.quantile(ConfidenceSequence.power)
    return 2 * sum * sum / (difference * difference)
  }

  /// The maximum number of users.
  static let maximum = 1 << 40

  /// Returns the users per variant at which a sequence finds a difference, with a power of 80 %; at
  /// most ``maximum``.
  static func sequential(difference: Double, _ sequence: ConfidenceSequence) -> Int {
    var (low, high) = (1, 1)
    func isEnough(_ users: Int) -> Bool {
      let standardError = (2 / Double(users)).squareRoot()
      return sequence.smallestDetectable(standardError: standardError, users: 2 * users)
        <= difference
    }
    while high < Self.maximum, !isEnough(high) { (low, high) = (high, high * 2) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// Returns the users per variant at which a sequence finds that values are larger by a share.
  ///
  /// - Parameter deviation: The standard deviation of a user's value, divided by the mean.
  static func sequential(
    share: Double, deviation: Double, _ sequence: ConfidenceSequence
  ) -> Int {
    // Larger values have a larger deviation.
    self.sequential(difference: share / (1 + share) / deviation, sequence)
  }
}
