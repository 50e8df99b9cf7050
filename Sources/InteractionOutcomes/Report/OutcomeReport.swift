import Foundation
import InteractionCore
import InteractionWhatIf

/// The outcomes of an experience by variant.
package struct OutcomeReport: Sendable {
  /// The choices of the caller.
  package struct Options: Sendable {
    /// The measures; empty for the usual ones that occur.
    package var measures: [OutcomeMeasure] = []
    package var expectations: [EquivalenceExpectation] = []
    /// The probability of a false alarm of all comparisons together, however often one looks.
    package var level = 0.05
    /// The number of users of two variants that intervals are narrowest at.
    package var expectedUsers = 5_000
    package var isLastPhase = false
    /// The opened sessions; nil to compare with none.
    package var opened: OpenedSessions?

    package init() {}
  }

  /// A comparison with the level of its interval.
  struct Row: Hashable, Sendable {
    var comparison: OutcomeComparison
    var level: Double
  }

  let experience: String
  let users: OutcomeUsers
  let isTriggered: Bool
  /// The pairs of variants.
  let pairs: [VariantPair]
  let sequence: ConfidenceSequence
  /// The alarms, the gravest first.
  let alarms: [OutcomeAlarm]
  /// The rows: the variants of each measure.
  let rows: [Row]
  /// The expectations, each with its verdict.
  let expectations: [(expectation: EquivalenceExpectation, verdict: EquivalenceExpectation.Verdict)]
  /// The files that do not count, in words, with the first one.
  let uncountedFiles: [(reason: String, count: Int, example: String)]
  /// A Boolean value that indicates whether the opened sessions do not cover the recordings.
  let hasUnusableCounts: Bool

  /// Computes the outcomes.
  ///
  /// - Parameters:
  ///   - files: The recordings, by index.
  ///   - triggered: Replays of all sessions; nil to compare all users.
  init(
    _ recordings: OutcomeRecordings, _ users: OutcomeUsers, files: [URL],
    triggered: TriggeredUsers?, _ options: Options
  ) throws(OutcomesError) {
    self.experience = recordings.experience
    self.users = users
    self.isTriggered = triggered != nil
    var pairs = users.pairs
    if let triggered {
      for index in pairs.indices { pairs[index] = try triggered.pair(pairs[index]) }
    }
    let measures = try Self.measures(options, in: recordings)
    let sequence = ConfidenceSequence(level: options.level, expectedUsers: options.expectedUsers)
    let comparisons = measures.flatMap { measure in
      pairs.map { OutcomeComparison(measure, of: $0) }
    }
    let pValues = comparisons.compactMap { $0.difference.map(sequence.pValue) }
    var levels = Holm.levels(pValues, at: options.level)[...]
    self.rows = comparisons.map { comparison in
      let level = comparison.difference == nil ? nil : levels.popFirst()
      return Row(comparison: comparison, level: level ?? options.level)
    }
    let share = options.opened.map { Self.share(of: users, recordings, $0, options) }
    var alarms = Self.alarms(users, pairs, share)
    alarms += Self.untouchedAlarms(pairs, measures, sequence)
    self.pairs = pairs
    self.sequence = sequence
    self.alarms = alarms
    self.hasUnusableCounts = share.map { $0.verdict == nil } ?? false
    self.expectations = options.expectations.map { expectation in
      guard alarms.isEmpty else { return (expectation, .none) }
      let intervals = pairs.map {
        let comparison = OutcomeComparison(expectation.measure, of: $0)
        return comparison.isRelative ? comparison.interval(sequence) : nil
      }
      return (expectation, expectation.verdict(on: intervals))
    }
    self.uncountedFiles = recordings.uncounted.map {
      ($0.description, $1.count, files.indices.contains($1.example) ? files[$1.example].path : "")
    }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// Returns the measures, of which each must be known.
  private static func measures(
    _ options: Options, in recordings: OutcomeRecordings
  ) throws(OutcomesError) -> [OutcomeMeasure] {
    let known = OutcomeMeasure.knownFigures(in: recordings)
    let all = options.measures + options.expectations.map(\.measure)
    if let unknown = all.first(where: { !known.contains($0.figure) }) {
      throw .unknownFigure(unknown.figure, known)
    }
    var measures = options.measures
    if measures.isEmpty {
      let usual = OutcomeMeasure.usual.compactMap { OutcomeMeasure($0) }
      let occurring = usual.filter { recordings.figures.contains($0.figure) }
      measures = occurring.isEmpty ? Array(usual.prefix(1)) : occurring
    }
    var seen: Set<OutcomeMeasure> = []
    return measures.filter { seen.insert($0).inserted }
  }
}

extension OutcomeReport {
  /// A Boolean value that indicates whether the figures are hidden.
  var hidesFigures: Bool { self.alarms.contains(where: \.hidesFigures) }

  /// The result for the exit code.
  package var verdict: EquivalenceExpectation.Verdict {
    if self.expectations.contains(where: { $0.verdict == .broken }) { return .broken }
    let isShown = self.rows.contains { $0.comparison.difference != nil }
    guard self.alarms.isEmpty, isShown else { return .none }
    return self.expectations.allSatisfy { $0.verdict == .kept } ? .kept : .none
  }
}
