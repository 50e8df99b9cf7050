/// The sums of a ratio over users: of a figure, and of what it is divided by.
///
/// Sessions of one user are alike, so the unit is the user: a ratio of sums has the variance of the
/// delta method (Deng, Knoblich and Lu, 2018).
struct RatioSums: Hashable {
  /// The number of users.
  private(set) var users = 0
  private var numerator = 0.0
  private var denominator = 0.0
  private var numeratorSquares = 0.0
  private var denominatorSquares = 0.0
  private var products = 0.0

  init() {}

  /// Adds a user.
  mutating func add(_ numerator: Double, per denominator: Double) {
    self.users += 1
    self.numerator += numerator
    self.denominator += denominator
    self.numeratorSquares += numerator * numerator
    self.denominatorSquares += denominator * denominator
    self.products += numerator * denominator
  }

  /// Adds other users.
  mutating func add(_ other: RatioSums) {
    self.users += other.users
    self.numerator += other.numerator
    self.denominator += other.denominator
    self.numeratorSquares += other.numeratorSquares
    self.denominatorSquares += other.denominatorSquares
    self.products += other.products
  }

  /// The ratio; 0 without a denominator.
  var ratio: Double { self.denominator > 0 ? self.numerator / self.denominator : 0 }

  /// The variance of the ratio; 0 if it is the same for all users, nil with fewer than two users or
  /// without a denominator.
  var variance: Double? {
    guard self.users > 1, self.denominator > 0 else { return nil }
    let count = Double(self.users)
    let ratio = self.ratio
    let squares =
      self.numeratorSquares - 2 * ratio * self.products + ratio * ratio * self.denominatorSquares
    let mean = self.denominator / count
    return max(squares, 0) / (count - 1) / count / (mean * mean)
  }
}
