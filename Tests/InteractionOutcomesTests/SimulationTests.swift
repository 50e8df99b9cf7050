import InteractionRandom
import Testing

@testable import InteractionOutcomes

/// Comparisons of equal variants, of which at most 21 of 1,000 may alarm at 1 %: the 99.9 %
/// quantile. All seeds are fixed.
@Suite("Outcome simulations")
struct SimulationTests {
  private static let runs = 1_000
  private static let largest = 21
  private static let sequence = ConfidenceSequence(level: 0.01)

  /// Returns whether an interval of the relative difference excludes 0.
  private static func alarms(_ pair: [RatioSums]) -> Bool {
    guard let difference = RatioDifference(of: pair[1], to: pair[0]) else { return false }
    return self.sequence.pValue(of: difference) <= self.sequence.level
  }

  /// Returns whether a test for one look finds a difference.
  private static func alarmsAtOneLook(_ pair: [RatioSums]) -> Bool {
    guard let difference = RatioDifference(of: pair[1], to: pair[0]) else { return false }
    return abs(difference.value) > 2.5758293 * difference.standardError
  }

  @Test("equal variants, looked at 1, 20 and 200 times")
  func equalVariants() {
    let users = RandomCases.count(1_000, of: 10_000)
    let first = OutcomeComparison.minimumUsers
    var (perSession, perUser, oneLook) = ([1: 0, 20: 0, 200: 0], [1: 0, 20: 0, 200: 0], 0)
    for run in 0 ..< Self.runs {
      var simulated = SimulatedUsers(seed: 1, streams: [UInt64(run)])
      var sessions = [RatioSums(), RatioSums()]
      var people = [RatioSums(), RatioSums()]
      var (found, foundByUser): (Set<Int>, Set<Int>) = ([], [])
      var isFoundAtOneLook = false
      for count in 1 ... users {
        for variant in 0 ..< 2 {
          let user = simulated.user()
          sessions[variant].add(user.rockets, per: user.sessions)
          people[variant].add(user.rockets, per: 1)
        }
        guard count >= first else { continue }
        // The last look is at all users.
        for looks in [1, 20, 200] where (users - count) % ((users - first) / looks) == 0 {
          guard (users - count) / ((users - first) / looks) < looks else { continue }
          if Self.alarms(sessions) { found.insert(looks) }
          if Self.alarms(people) { foundByUser.insert(looks) }
          if looks == 200, Self.alarmsAtOneLook(people) { isFoundAtOneLook = true }
        }
      }
      for looks in found { perSession[looks, default: 0] += 1 }
      for looks in foundByUser { perUser[looks, default: 0] += 1 }
      if isFoundAtOneLook { oneLook += 1 }
    }
    for looks in [1, 20, 200] {
      #expect(perSession[looks, default: 0] <= Self.largest, "\(looks) looks, per session")
      #expect(perUser[looks, default: 0] <= Self.largest, "\(looks) looks, per user")
    }
    // A test for one look does not hold at 200.
    #expect(oneLook > 2 * Self.largest)
  }

  @Test("after a ramp from 5 to 50 %: one owner throughout, or the last phase")
  func ramp() throws {
    let before = BucketOwners([("old", [500 ..< 10_000]), ("new", [0 ..< 500])])
    let after = BucketOwners([("old", [5_000 ..< 10_000]), ("new", [0 ..< 500, 500 ..< 5_000])])
    let common = after.common(with: [before])
    #expect(common.counts == [5_000, 500])
    func indices(_ owners: BucketOwners) -> [Int?] {
      (0 ..< BucketOwners.count).map { owners.owner(of: $0).map { $0 == "new" ? 1 : 0 } }
    }
    let (oldOwners, newOwners, commonOwners) = (indices(before), indices(after), indices(common))
    var (throughout, lastPhase, bySession, ratios) = (0, 0, 0, 0)
    for run in 0 ..< Self.runs {
      var simulated = SimulatedUsers(seed: 2, streams: [UInt64(run)])
      var owned = [RatioSums(), RatioSums()]
      var late = [RatioSums(), RatioSums()]
      var each = [RatioSums(), RatioSums()]
      var counts = [0, 0]
      for _ in 0 ..< RandomCases.count(4_000, of: 20_000) {
        let bucket = Int(simulated.next(below: 10_000))
        let activity = simulated.activity()
        // All are busier after the ramp: as many sessions, and 20 % more rockets.
        let early = simulated.user(activity: activity)
        let next = simulated.user(activity: activity, more: 13_107)
        guard let old = oldOwners[bucket], let new = newOwners[bucket] else { continue }
        late[new].add(next.rockets, per: next.sessions)
        each[old].add(early.rockets, per: early.sessions)
        each[new].add(next.rockets, per: next.sessions)
        guard commonOwners[bucket] != nil else { continue }
        owned[new].add(early.rockets + next.rockets, per: early.sessions + next.sessions)
        counts[new] += 1
      }
      if Self.alarms(owned) { throughout += 1 }
      if Self.alarms(late) { lastPhase += 1 }
      if Self.alarms(each) { bySession += 1 }
      if SampleRatio(counts, weights: common.counts).verdict == .alarm { ratios += 1 }
    }
    #expect(throughout <= Self.largest && lastPhase <= Self.largest)
    // The 99.9 % quantile of 1,000 checks at 0.1 %.
    #expect(ratios <= 5)
    // Each session in the variant that it had: the ramp looks like an effect.
    #expect(bySession > 2 * Self.largest)
  }

  @Test("10 % more rockets per user are found with the number of users that the guide states")
  func power() throws {
    var sample = SimulatedUsers(seed: 3)
    var sums = RatioSums()
    for _ in 0 ..< 20_000 { sums.add(sample.user().rockets, per: 1) }
    let variance = try #require(sums.variance) * Double(sums.users)
    let deviation = variance.squareRoot() / sums.ratio
    let sequence = ConfidenceSequence(level: 0.05)
    let users = SampleSize.sequential(share: 0.1, deviation: deviation, sequence)
    let runs = RandomCases.count(200, of: 1_000)
    var found = 0
    for run in 0 ..< runs {
      var simulated = SimulatedUsers(seed: 4, streams: [UInt64(run)])
      var (first, other) = (RatioSums(), RatioSums())
      for _ in 0 ..< users {
        first.add(simulated.user().rockets, per: 1)
        other.add(simulated.user(more: 6_554).rockets, per: 1)
      }
      let difference = try #require(RatioDifference(of: other, to: first))
      if sequence.interval(of: difference).lowerBound > 0 { found += 1 }
    }
    // 80 %, less three standard errors.
    let error = (0.8 * 0.2 / Double(runs)).squareRoot()
    #expect(Double(found) >= (0.8 - 3 * error) * Double(runs), "\(found), \(users) users")
  }

  @Test("the ratio of equal samples, looked at 100 times")
  func sampleRatios() {
    var alarms = 0
    var oneLook = 0
    for run in 0 ..< Self.runs {
      var generator = SeededGenerator(seed: 5, streams: [UInt64(run)])
      var counts = [0, 0]
      var (hasAlarm, hasOneLook) = (false, false)
      for _ in 0 ..< 100 {
        let ones = generator.next().nonzeroBitCount + (generator.next() >> 28).nonzeroBitCount
        counts[0] += ones
        counts[1] += 100 - ones
        let ratio = SampleRatio(counts, weights: [1, 1])
        hasAlarm = hasAlarm || ratio.verdict == .alarm
        hasOneLook = hasOneLook || ratio.pValue < 0.001
      }
      alarms += hasAlarm ? 1 : 0
      oneLook += hasOneLook ? 1 : 0
    }
    #expect(alarms <= 5 && oneLook > 5, "\(alarms), \(oneLook)")
  }
}
