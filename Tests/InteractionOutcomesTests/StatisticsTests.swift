import Testing

@testable import InteractionOutcomes

/// Values of scipy 1.17.1, statsmodels 0.15.0 and the cited papers.
@Suite("Outcome statistics")
struct StatisticsTests {
  private func isNear(_ value: Double, _ wanted: Double, within share: Double = 1e-6) -> Bool {
    abs(value - wanted) <= share * abs(wanted)
  }

  @Test("chi-square with 1 to 7 degrees of freedom at 0.001")
  func chiSquare() {
    let critical = [
      10.827566, 13.815511, 16.266236, 18.466827, 20.515006, 22.457744, 24.321886,
    ]
    for (index, x) in critical.enumerated() {
      #expect(self.isNear(ChiSquare.survival(x, degrees: index + 1), 0.001))
    }
    #expect(ChiSquare.survival(0, degrees: 3) == 1)
  }

  @Test("normal quantiles")
  func quantiles() {
    for (p, x) in [
      (0.975, 1.959963984540054), (0.8, 0.8416212335729143), (0.995, 2.5758293035489004),
      (1e-9, -5.997807015007686), (0.3, -0.5244005127080409),
    ] {
      #expect(self.isNear(NormalDistribution.quantile(p), x, within: 1e-12), "\(p)")
    }
    #expect(abs(NormalDistribution.quantile(0.5)) < 1e-15)
  }

  @Test("the ratio of samples at one look")
  func sampleRatio() {
    let cases: [(counts: [Int], weights: [Int], chiSquare: Double, p: Double)] = [
      ([502, 498], [1, 1], 0.016, 0.899344), ([600, 400], [1, 1], 40, 2.539628589e-10),
      ([5_300, 4_700], [1, 1], 36, 1.973175e-9),
      ([821_588, 815_482], [1, 1], 22.774369, 1.821793e-6),
      ([94_750, 5_250], [95, 5], 13.157895, 2.863104e-4),
      ([90_000, 5_200, 4_800], [90, 5, 5], 16, 3.354626e-4),
    ]
    for (counts, weights, chiSquare, p) in cases {
      let ratio = SampleRatio(counts, weights: weights)
      #expect(self.isNear(ratio.chiSquare, chiSquare) && self.isNear(ratio.pValue, p), "\(counts)")
    }
  }

  @Test("the sequential ratio of samples")
  func sequentialRatio() {
    let even = SampleRatio([600, 400], weights: [1, 1])
    #expect(self.isNear(even.logEvidence(concentration: 2), 16.886281))
    #expect(self.isNear(even.logEvidence(concentration: 10_000), 1.770790))
    let large = SampleRatio([821_588, 815_482], weights: [1, 1])
    #expect(self.isNear(large.logEvidence(concentration: 10_000), 8.765972))
    let small = SampleRatio([94_750, 5_250], weights: [95, 5])
    #expect(self.isNear(small.logEvidence(concentration: 10_000), 4.676788))
    // Each of the two finds what the other does not.
    #expect(even.verdict == .alarm && large.verdict == .alarm && small.verdict == .inProportion)
    #expect(SampleRatio([300, 0], weights: [99, 1]).verdict == .tooFew)
  }

  @Test("recorded sessions against opened ones")
  func recordedShare() {
    func verdict(_ recorded: [Int], _ opened: [Int]) -> SampleRatio.Verdict? {
      RecordedShare(recorded: recorded, opened: opened).verdict
    }
    #expect(verdict([1_000, 990], [10_000, 10_000]) == .inProportion)
    #expect(verdict([10_000, 9_500], [10_000, 10_000]) == .alarm)
    #expect(verdict([1_000, 1_000], [1_000, 1_000]) == .inProportion)
    #expect(verdict([3, 4], [1_000, 1_000]) == .tooFew)
    #expect(verdict([1_001, 990], [1_000, 1_000]) == nil)
    #expect(verdict([0, 0], [0, 0]) == .inProportion)
  }

  @Test("a ratio over users, by the delta method")
  func ratio() throws {
    let users = zip([3.0, 0, 5, 2, 8, 1], [2.0, 1, 4, 2, 5, 1]).map { ($0, $1) }
    var sums = RatioSums()
    for (y, s) in users { sums.add(y, per: s) }
    #expect(self.isNear(sums.ratio, 1.2666667))
    #expect(self.isNear(try #require(sums.variance), 0.0264533, within: 2e-6))
    // In two parts.
    var (one, other) = (RatioSums(), RatioSums())
    for (y, s) in users.prefix(2) { one.add(y, per: s) }
    for (y, s) in users.dropFirst(2) { other.add(y, per: s) }
    one.add(other)
    #expect(one.ratio == sums.ratio && one.users == 6)
    #expect(self.isNear(try #require(one.variance), try #require(sums.variance), within: 1e-12))
    #expect(RatioSums().variance == nil && RatioSums().ratio == 0)
  }

  /// Returns the sums of users of whom some have 1 and the others 0.
  private static func yes(_ count: Int, of users: Int) -> RatioSums {
    var sums = RatioSums()
    for index in 0 ..< users { sums.add(index < count ? 1 : 0, per: 1) }
    return sums
  }

  @Test("the sequence: tuning, width, interval")
  func sequence() throws {
    let sequence = ConfidenceSequence(level: 0.05)
    #expect(self.isNear(sequence.rho, 0.03984007))
    #expect(self.isNear(ConfidenceSequence(level: 0.05, expectedUsers: 1_000).rho, 0.08908510))
    #expect(self.isNear(ConfidenceSequence(level: 0.01).rho, 0.04802862))
    for (users, multiplier) in [(100, 6.694), (1_000, 3.3639), (5_000, 3.0352), (20_000, 3.1271)] {
      #expect(self.isNear(sequence.multiplier(users: users), multiplier, within: 1e-4))
    }
    let difference = try #require(
      RatioDifference(of: Self.yes(2_422, of: 3_461), to: Self.yes(1_396, of: 3_000)))
    let interval = sequence.interval(of: difference)
    #expect(self.isNear(difference.value, 0.50386, within: 1e-4))
    #expect(self.isNear(interval.lowerBound, 0.40098, within: 1e-4))
    #expect(self.isNear(interval.upperBound, 0.60675, within: 1e-4))
  }

  @Test("an interval excludes 0 at the level of its value, and not below")
  func levels() throws {
    let sequence = ConfidenceSequence(level: 0.05)
    for yes in [1_400, 1_450, 1_500, 1_530, 1_560] {
      let difference = try #require(
        RatioDifference(of: Self.yes(yes, of: 3_000), to: Self.yes(1_396, of: 3_000)))
      let p = sequence.pValue(of: difference)
      guard p < 1 else { continue }
      let half = difference.standardError * sequence.multiplier(users: 6_000, level: p)
      #expect(self.isNear(half, difference.value, within: 1e-9))
    }
  }

  /// Returns the sums of `users` with a sum and a sum of squares: one has another value than the
  /// others.
  private static func sums(users: Int, _ sum: Double, _ squares: Double) -> RatioSums {
    let (count, mean) = (Double(users), sum / Double(users))
    let deviation = (squares / count - mean * mean).squareRoot()
    var sums = RatioSums()
    sums.add(mean + deviation * (count - 1).squareRoot(), per: 1)
    for _ in 1 ..< users { sums.add(mean - deviation / (count - 1).squareRoot(), per: 1) }
    return sums
  }

  @Test("the difference of means, absolute and relative, as in GrowthBook's tests")
  func difference() throws {
    let first = Self.sums(users: 3_407, 1_396.87, 52_377.9767)
    let other = Self.sums(users: 3_461, 2_422.7, 134_698.29)
    let absolute = try #require(RatioDifference(of: other, to: first, isRelative: false))
    #expect(self.isNear(absolute.value, 0.29, within: 1e-4))
    #expect(self.isNear(absolute.standardError, 0.124784, within: 1e-5))
    let relative = try #require(RatioDifference(of: other, to: first))
    // The quantile of Student's t with 5,841.74 degrees of freedom.
    let half = 1.960377 * relative.standardError
    #expect(self.isNear(relative.value, 0.70732, within: 1e-4))
    #expect(self.isNear(relative.value - half, -0.03526, within: 3e-3))
    #expect(self.isNear(relative.value + half, 1.44989, within: 3e-4))
  }

  @Test("the difference in the unit of the figure, if the first variant has 0")
  func absolute() throws {
    let none = Self.yes(0, of: 200)
    let difference = try #require(RatioDifference(of: Self.yes(50, of: 200), to: none))
    #expect(!difference.isRelative && difference.value == 0.25)
    let same = try #require(RatioDifference(of: none, to: none))
    #expect(ConfidenceSequence(level: 0.05).pValue(of: same) == 1 && same.variance == 0)
  }

  @Test("Holm's correction")
  func holm() {
    let values = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216]
    let adjusted = Holm.adjusted(values)
    #expect(zip(adjusted, [0.01, 0.072, 0.312]).allSatisfy { self.isNear($0, $1) })
    let levels = Holm.levels(values, at: 0.05)
    #expect(zip(values, levels).map { $0 <= $1 } == adjusted.map { $0 <= 0.05 })
    #expect(Holm.levels([0.02, 0.001, 0.04], at: 0.05) == [0.025, 0.05 / 3, 0.05])
    #expect(Holm.levels([], at: 0.05).isEmpty)
  }

  @Test("the number of users, and the price of looking at any time")
  func sampleSize() {
    #expect(SampleSize.fixed(difference: 0.1, level: 0.05).rounded() == 1_570)
    #expect(SampleSize.fixed(difference: 0.1, level: 0.01).rounded() == 2_336)
    let sequence = ConfidenceSequence(level: 0.05)
    let users = SampleSize.sequential(difference: 0.1, sequence)
    #expect(self.isNear(Double(users) / 1_570, 1.91, within: 0.005))
    // The table of the guide.
    for (deviation, oneLook, everyLook) in [
      (0.8, 1_216, 2_329), (1, 1_899, 3_652), (1.3, 3_210, 6_291), (2, 7_598, 15_662),
    ] {
      let fixed = SampleSize.fixed(difference: 0.1 / 1.1 / deviation, level: 0.05)
      #expect(Int(fixed.rounded()) == oneLook)
      #expect(SampleSize.sequential(share: 0.1, deviation: deviation, sequence) == everyLook)
    }
    let error = (2 / Double(users)).squareRoot()
    #expect(sequence.smallestDetectable(standardError: error, users: 2 * users) <= 0.1)
  }
}
