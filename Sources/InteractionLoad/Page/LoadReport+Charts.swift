import Foundation
import InteractionMarkup

extension LoadReport {
  /// The report's charts as HTML, the most important first; empty ones are left out.
  var charts: String {
    let large = [self.searching, self.latency, Self.spectrum([(nil, self.directiveLatency)])]
    let small = [
      self.perSecond("Events", "per second", 1) { Double($0.events) },
      self.perSecond("Sessions", "open at once", 4) { Double($0.active) },
      self.perSecond("Directives", "per second", 2) { Double($0.directives) },
    ]
    let drawn = large.compactMap(\.self).filter { !$0.isEmpty }.map(\.html)
    let row = small.filter { !$0.isEmpty }.map(\.html).joined(separator: "\n")
    let trouble = self.hasTrouble ? [self.problemsChart.html] : []
    return (drawn + [Markup.element("div", ["class": "row"], row)] + trouble).joined(
      separator: "\n")
  }

  /// Returns the ticks of an axis in seconds.
  static func seconds(_ last: Int) -> [LineChart.Tick] {
    let step = [1, 2, 5, 10, 30, 60, 120, 300, 600].first { last / $0 <= 12 } ?? 3_600
    return stride(from: 0, through: last, by: step).enumerated().map { index, second in
      LineChart.Tick(at: Double(second), label: "\(second)", isMinor: index % 2 == 1)
    }
  }

  private var marks: [LineChart.Tick] { Self.seconds(self.rows.last?.second ?? 1) }

  func line(
    _ name: String, _ colour: Int, isArea: Bool = false, isDashed: Bool = false,
    _ value: (LoadSecondReport) -> Double?
  ) -> LineChart.Series {
    LineChart.Series(
      name: name, colour: colour, points: self.rows.map { (Double($0.second), value($0)) },
      isArea: isArea, isDashed: isDashed)
  }

  /// The injected faults as annotations.
  private var moments: [LineChart.Annotation] {
    (self.harm?.moments ?? []).map { moment in
      LineChart.Annotation(
        at: moment.second, label: moment.what.words, colour: moment.what.colour)
    }
  }

  /// Returns the bounds of the objectives that the chart can show.
  private func bounds(_ isMeant: (Objective) -> Bool) -> [LineChart.Bound] {
    self.objectives.compactMap { judgement in
      guard let objective = try? Objective(judgement.objective), isMeant(objective) else {
        return nil
      }
      return LineChart.Bound(
        at: objective.bound, label: judgement.objective, isKept: judgement.isKept)
    }
  }

  private var latency: LineChart {
    LineChart(
      title: "Latency over time", unit: "from the due time of an event to its directive",
      series: [
        self.line("longest", 3, \.max), self.line("p99", 2, \.p99), self.line("p50", 1, \.p50),
        self.line("generator lag, longest", 4, isDashed: true, \.lag),
      ],
      xMarks: self.marks, xLabel: "seconds", annotations: self.moments,
      bounds: self.bounds(\.isAboutLatency), isLogarithmic: true, format: LoadFormat.time)
  }

  /// Returns a chart of percentiles: each step to the right divides the share of slower directives
  /// by ten.
  static func spectrum(_ all: [(name: String?, times: LatencyDistribution)]) -> LineChart {
    let series = all.enumerated().map { index, one in
      var points: [(x: Double, y: Double?)] = []
      var passed = 0
      let count = Double(max(one.times.count, 1))
      for step in one.times.recorded {
        passed += step.count
        points.append((-log10(max(1 - Double(passed) / count, 0.5 / count)), step.time))
      }
      return LineChart.Series(
        name: one.name ?? "directives", colour: index + 1, points: points)
    }
    let last = series.compactMap(\.points.last?.x).max() ?? 0
    let marks = [(0.0, "0 %"), (1, "90 %"), (2, "99 %"), (3, "99.9 %"), (4, "99.99 %")]
      .map { LineChart.Tick(at: $0.0, label: $0.1) }
    let count = all.map { "\($0.times.count)" }.joined(separator: " and ")
    return LineChart(
      title: "Percentiles", unit: "of event to directive, \(count) directives",
      series: series, xMarks: marks.filter { $0.at <= last + 0.5 },
      xLabel: "share of directives at most this slow", isLogarithmic: true,
      format: LoadFormat.time)
  }

  private func perSecond(
    _ title: String, _ unit: String, _ colour: Int, _ value: (LoadSecondReport) -> Double
  ) -> LineChart {
    LineChart(
      title: title, unit: unit, series: [self.line(title, colour, isArea: true, value)],
      xMarks: self.marks.enumerated().map { index, mark in
        LineChart.Tick(at: mark.at, label: mark.label, isMinor: index % 2 == 1)
      }.filter { !$0.isMinor }, xLabel: "seconds", annotations: self.moments,
      bounds: self.bounds { $0.isAbout(rateOf: title) }, hasLegend: self.latency.isEmpty,
      format: LoadFormat.number)
  }

  private var hasTrouble: Bool { self.rows.contains { $0.mismatches > 0 || $0.errors > 0 } }

  private var problemsChart: LineChart {
    LineChart(
      title: "Trouble", unit: "per second",
      series: [
        self.line("wrong directives", 3) { Double($0.mismatches) },
        self.line("errors", 2) { Double($0.errors) },
      ],
      xMarks: self.marks, xLabel: "seconds", annotations: self.moments, format: LoadFormat.number)
  }

  /// The tried loads of a limit search, if there was one.
  private var searching: LineChart? {
    guard let search = self.search else { return nil }
    let attempts = search.attempts.sorted { $0.level < $1.level }
    func line(
      _ name: String, _ colour: Int, _ value: (LoadSearch.Attempt) -> Double?
    ) -> LineChart.Series {
      LineChart.Series(
        name: name, colour: colour, points: attempts.map { (Double($0.level), value($0)) })
    }
    let step = max(attempts.count / 6, 1)
    return LineChart(
      title: "Tried loads", unit: "event to directive",
      series: [
        line("longest", 3, \.longest), line("p99", 2, \.p99), line("p50", 1, \.p50),
      ],
      xMarks: attempts.enumerated().filter { $0.offset % step == 0 }.map {
        LineChart.Tick(at: Double($0.element.level), label: "\($0.element.level)")
      },
      xLabel: attempts.first?.what ?? "", bounds: self.bounds(\.isAboutLatency),
      isLogarithmic: true, format: LoadFormat.time)
  }
}

extension Objective {
  /// True if it bounds the latency of all directives.
  fileprivate var isAboutLatency: Bool {
    if case .time(.directiveLatency, _) = self.measure { self.selection == nil } else { false }
  }

  /// Returns whether it bounds the rate in the chart of this title.
  fileprivate func isAbout(rateOf title: String) -> Bool {
    switch self.measure {
    case .number(.events): title == "Events"
    case .number(.directives): title == "Directives"
    default: false
    }
  }
}

extension LoadFaults.FaultType {
  fileprivate var words: String {
    switch self {
    case .cut: "connections cut"
    case .stall: "connections stalled"
    case .crash: "engine killed"
    }
  }

  fileprivate var colour: Int {
    switch self {
    case .cut: 5
    case .stall: 4
    case .crash: 3
    }
  }
}
