/// The difference of a variant's ratio to that of the first variant.
struct RatioDifference: Hashable {
  /// The number of users of the first variant.
  let firstUsers: Int
  /// The number of users of the other variant.
  let otherUsers: Int
  /// The difference, relative to the first variant's ratio if ``isRelative``.
  let value: Double
  let variance: Double
  /// A Boolean value that indicates whether the difference is a share of the first variant's ratio.
  /// False if that is 0.
  let isRelative: Bool

  /// Creates the difference; nil if one of both has no variance.
  ///
  /// - Parameter isRelative: False for a difference in the figure's unit.
  init?(of sums: RatioSums, to first: RatioSums, isRelative: Bool = true) {
    guard let variance = sums.variance, let firstVariance = first.variance else { return nil }
    self.firstUsers = first.users
    self.otherUsers = sums.users
    let (ratio, base) = (sums.ratio, first.ratio)
    self.isRelative = isRelative && base != 0
    guard self.isRelative else {
      self.value = ratio - base
      self.variance = variance + firstVariance
      return
    }
    self.value = (ratio - base) / base
    let square = base * base
    self.variance = variance / square + firstVariance * ratio * ratio / (square * square)
  }

  /// The number of users of both variants.
  var users: Int { self.firstUsers + self.otherUsers }

  /// The standard deviation of a user's value in the unit of the difference, as if it were the same
  /// in both variants.
  var deviation: Double {
    (self.variance / (1 / Double(self.firstUsers) + 1 / Double(self.otherUsers))).squareRoot()
  }

  var standardError: Double { self.variance.squareRoot() }
}
