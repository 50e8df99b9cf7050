import Foundation

/// The ratio of the samples: the users that each variant has, against its share of the buckets.
struct SampleRatio: Hashable {
  /// The result of a check.
  enum Verdict: Hashable {
    case inProportion
    /// A variant has fewer than ``minimumExpected`` expected users.
    case tooFew
    case alarm
  }

  /// The total probability of a false alarm, however often the counts are looked at. Each of the
  /// sequential checks has an equal part of it.
  static let level = 0.001
  static let minimumExpected = 5.0
  /// The concentrations of the sequential checks: the first finds gross differences of few users,
  /// the second small ones of many.
  static let concentrations = [2.0, 10_000]

  /// The number of users, by variant.
  let counts: [Int]
  /// The share of buckets, by variant; together 1.
  let shares: [Double]

  /// - Parameter weights: Numbers in the expected proportion, by variant; all positive.
  init(_ counts: [Int], weights: [Int]) {
    self.counts = counts
    let total = Double(weights.reduce(0, +))
    self.shares = weights.map { Double($0) / total }
  }

  var total: Int { self.counts.reduce(0, +) }

  var expected: [Double] { self.shares.map { $0 * Double(self.total) } }

  /// The sum of the squared differences, each divided by the expected number.
  var chiSquare: Double {
    zip(self.counts, self.expected).reduce(0) { sum, pair in
      let difference = Double(pair.0) - pair.1
      return sum + difference * difference / pair.1
    }
  }

  /// The probability of at least this chi-square if the shares hold. It is valid for one look.
  var pValue: Double { ChiSquare.survival(self.chiSquare, degrees: self.counts.count - 1) }

  /// Returns the logarithm of the Bayes factor of other shares, with a Dirichlet distribution
  /// around the expected ones (Lindon and Malek, 2022). It is valid at any look: the probability
  /// that it ever reaches log 1/α is at most α.
  func logEvidence(concentration: Double) -> Double {
    var sum = LogGamma.of(concentration) - LogGamma.of(concentration + Double(self.total))
    for (count, share) in zip(self.counts, self.shares) {
      let prior = concentration * share
      sum += LogGamma.of(prior + Double(count)) - LogGamma.of(prior) - Double(count) * log(share)
    }
    return sum
  }

  var verdict: Verdict {
    guard self.expected.allSatisfy({ $0 >= Self.minimumExpected }) else { return .tooFew }
    let bound = -log(Self.level / Double(Self.concentrations.count))
    let isAlarm = Self.concentrations.contains { self.logEvidence(concentration: $0) >= bound }
    return isAlarm ? .alarm : .inProportion
  }
}
