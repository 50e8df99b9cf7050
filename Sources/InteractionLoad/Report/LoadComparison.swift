import Foundation

/// A comparison of load runs with baseline runs.
///
/// The unit is the run: samples within a run are correlated, and runs vary more than the samples of
/// one run suggest.
package struct LoadComparison: Sendable {
  package enum Verdict: Hashable, Sendable {
    /// At least one figure is worse; others may be better.
    case worse
    case better
    case noDifferenceShown
    /// No verdict, for ``LoadComparison/reasonsForNoVerdict``.
    case none
  }

  let baseline: [LoadReport]
  let compared: [LoadReport]
  package let figures: [LoadFigure]
  /// Differences of the loads or machines as text: the times are not comparable.
  package let differences: [String]
  /// The reasons that prevent a verdict.
  package let reasonsForNoVerdict: [String]

  /// - Parameter tolerance: The smallest relative difference that counts as better or worse.
  /// - Throws: ``LoadError`` if there are too many reports to compare.
  package init(
    _ reports: [LoadReport], against baseline: [LoadReport], tolerance: Double
  ) throws {
    let count = reports.count + baseline.count
    guard count <= PermutationTest.maximumRuns else {
      throw LoadError(
        .invalidArgument, "\(count) reports; at most \(PermutationTest.maximumRuns) can be compared"
      )
    }
    (self.baseline, self.compared) = (baseline, reports)
    self.differences = Self.differences(baseline + reports)
    let test = PermutationTest(first: baseline.count, second: reports.count)
    self.reasonsForNoVerdict =
      (test.isDecidable ? [] : [Self.tooFew(baseline.count, reports.count)])
      + Self.order(reports, baseline)
      + [("baseline", baseline), ("compared", reports)].flatMap { side, reports in
        reports.enumerated().flatMap { index, report in
          report.obstacles.map { "\($0) in run \(index + 1) of the \(side)" }
        }
      }
    var figures = LoadFigure.all(of: reports, against: baseline)
    let indexes = figures.indices.filter { figures[$0].values != nil }
    let changes = test.differences(
      of: indexes.map { figures[$0].values ?? [] }, tolerance: tolerance)
    if self.reasonsForNoVerdict.isEmpty {
      for (index, change) in zip(indexes, changes) { figures[index].take(change) }
    }
    self.figures = figures
  }

  package var verdict: Verdict {
    if !self.reasonsForNoVerdict.isEmpty { return .none }
    if self.figures.contains(where: { $0.change == .worse }) { return .worse }
    return self.figures.contains { $0.change == .better } ? .better : .noDifferenceShown
  }

  private static func tooFew(_ baseline: Int, _ compared: Int) -> String {
    let needed = PermutationTest.sufficientRuns
    return "too few runs: \(baseline) of the baseline and \(compared) compared; run"
      + " \(needed) of each, interleaved"
  }

  /// Returns an obstacle unless the runs are interleaved: the speed of a machine and the other work
  /// on it vary; if all runs of one side came first, that would look like a difference of the
  /// programs.
  private static func order(_ reports: [LoadReport], _ baseline: [LoadReport]) -> [String] {
    func times(_ reports: [LoadReport]) -> ClosedRange<Date>? {
      let times = reports.map(\.began)
      guard times.count > 1, let first = times.min(), let last = times.max() else { return nil }
      return first ... last
    }
    guard let first = times(baseline), let second = times(reports), !first.overlaps(second) else {
      return []
    }
    return ["the runs are not interleaved; alternate baseline and compared runs"]
  }

  private static func differences(_ reports: [LoadReport]) -> [String] {
    func load(_ report: LoadReport) -> [(String, String)] {
      let configuration = report.configuration
      let scripts = configuration.scripts.map { "\($0.name) (\($0.events) events):\($0.weight)" }
      let stages = configuration.stages.map { "\($0.seconds) s:\($0.level)" }
      return [
        ("recordings", scripts.joined(separator: ", ")), ("shape", configuration.shape),
        ("stages", stages.joined(separator: ", ")), ("pace", configuration.pace),
        ("machine", "\(report.machine.system), \(report.machine.cores) cores"),
      ]
    }
    guard let first = reports.first.map(load) else { return [] }
    return first.enumerated().compactMap { index, part in
      let others = reports.map { load($0)[index].1 }.filter { $0 != part.1 }
      return others.first.map { "different \(part.0): \(part.1), and \($0)" }
    }
  }
}

extension LoadFigure {
  fileprivate mutating func take(_ difference: PermutationTest.Difference) {
    switch (difference, self.isHigherWorse) {
    case (.notSignificant, _): self.change = .notSignificant
    case (.higher, true), (.lower, false): self.change = .worse
    case (.lower, true), (.higher, false): self.change = .better
    }
  }
}

extension LoadReport {
  /// The reasons that prevent its comparison with another report.
  fileprivate var obstacles: [String] {
    var obstacles: [String] = []
    if self.isGeneratorLate { obstacles.append("the generator was late") }
    if self.directiveLatency.count == 0 { obstacles.append("no directive was timed") }
    return obstacles
  }
}
