import Foundation

/// A figure of a comparison: its value in each run of the baseline, and in each run compared.
package struct LoadFigure: Hashable, Sendable {
  /// The verdict on the compared runs.
  package enum Change: Hashable, Sendable {
    case notSignificant
    case better
    case worse
  }

  package let name: String
  /// The values by run; nil where a run did not measure it, or has too few samples.
  let baseline: [Double?]
  let compared: [Double?]
  /// A Boolean value that indicates whether a higher value is worse.
  var isHigherWorse = true
  var isTime = false
  package var change = Change.notSignificant

  /// The values of all runs, the baseline's first; nil unless each run has one that is positive.
  var values: [Double]? {
    let values = (self.baseline + self.compared).compactMap(\.self)
    let isWhole = values.count == self.baseline.count + self.compared.count
    return isWhole && values.allSatisfy { $0 > 0 && $0.isFinite } ? values : nil
  }

  /// The ratio of the geometric means; nil if a run has no value.
  package var ratio: Double? {
    guard let values = self.values else { return nil }
    let logarithms = values.map { log($0) }
    let before = logarithms.prefix(self.baseline.count).reduce(0, +) / Double(self.baseline.count)
    let after = logarithms.suffix(self.compared.count).reduce(0, +) / Double(self.compared.count)
    return exp(after - before)
  }
}

extension LoadFigure {
  /// Returns the figures of reports.
  static func all(of reports: [LoadReport], against baseline: [LoadReport]) -> [LoadFigure] {
    func figure(
      _ name: String, isCost: Bool = true, isTime: Bool = false,
      _ value: (LoadReport) -> Double?
    ) -> LoadFigure {
      LoadFigure(
        name: name, baseline: baseline.map(value), compared: reports.map(value),
        isHigherWorse: isCost,
        isTime: isTime)
    }
    func times(_ name: String, _ times: (LoadReport) -> LatencyDistribution) -> [LoadFigure] {
      [50, 99, 99.9].map { percent in
        figure("\(name) \(LatencyDistribution.name(of: percent))", isTime: true) { report in
          let times = times(report)
          return times.hasEnoughSamples(for: percent) ? times.percentile(percent) : nil
        }
      }
    }
    let server = [
      figure("server, per event", isTime: true) { $0.server?.processorPerEvent },
      figure("server, MiB") { $0.server.map { Double($0.mostMemory) / Double(1 << 20) } },
    ]
    return times("directive latency", \.directiveLatency) + times("open latency", \.openLatency)
      + [figure("events per second", isCost: false, \.eventRate)]
      + (server.allSatisfy { $0.values == nil } ? [] : server)
  }
}
