/// A measure of a variant, compared with the first variant's.
struct OutcomeComparison: Hashable, Sendable {
  /// The minimum number of users of each variant: nothing is shown below it.
  static let minimumUsers = 150

  /// The result.
  enum Verdict: Hashable, Sendable {
    case tooFewUsers
    /// The interval excludes 0.
    case found
    /// The interval contains 0; a difference of this size would have been found in four of five
    /// cases. Infinite if none would have been.
    case notFound(smallest: Double)
  }

  /// The users of one variant.
  struct Sample: Hashable, Sendable {
    var variant: String
    var users: Int
    var sessions: Int
    /// The measure.
    var value: Double
  }

  let measure: OutcomeMeasure
  let first: Sample
  let other: Sample
  /// The difference, relative to the first variant's value if that is not 0; nil if too few users
  /// have a value.
  let difference: RatioDifference?

  init(_ measure: OutcomeMeasure, of pair: VariantPair) {
    let group = pair.users
    let (first, other) = (measure.sums(over: group.first), measure.sums(over: group.other))
    self.measure = measure
    self.first = Sample(variant: pair.first, group.first, first)
    self.other = Sample(variant: pair.other, group.other, other)
    let isEnough = min(group.first.count, group.other.count) >= Self.minimumUsers
    self.difference = isEnough ? RatioDifference(of: other, to: first) : nil
  }

  /// A Boolean value that indicates whether the difference is relative to the first variant's
  /// value.
  var isRelative: Bool { self.difference?.isRelative ?? false }

  /// Returns the interval of the difference; nil with too few users.
  func interval(_ sequence: ConfidenceSequence, level: Double? = nil) -> ClosedRange<Double>? {
    self.difference.map { sequence.interval(of: $0, level: level) }
  }

  func verdict(_ sequence: ConfidenceSequence, level: Double) -> Verdict {
    guard let difference else { return .tooFewUsers }
    if sequence.pValue(of: difference) <= level { return .found }
    return .notFound(smallest: sequence.smallestDetectable(difference, level: level))
  }
}

extension OutcomeComparison.Sample {
  fileprivate init(variant: String, _ users: [CountedUser], _ sums: RatioSums) {
    self.variant = variant
    self.users = users.count
    self.sessions = users.reduce(0) { $0 + $1.sessions.count }
    self.value = sums.ratio
  }
}
