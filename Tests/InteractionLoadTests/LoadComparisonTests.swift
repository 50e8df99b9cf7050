import Foundation
import Testing

@testable import InteractionLoad

@Suite("Loads compared")
struct LoadComparisonTests {
  /// Returns a report of directives with these latencies, ms, and events sent late.
  private static func report(
    _ milliseconds: [UInt64], late lag: UInt64 = 0, began: Int = 0
  ) -> LoadReport {
    var meter = LoadMeter(start: 0, warmUp: .zero)
    for time in milliseconds {
      meter.sent(1, late: lag * 1_000_000, at: 1)
      meter.received(directiveAfter: time * 1_000_000, at: 1)
    }
    let plan = LoadPlan(
      target: LoadEndpoint(host: "127.0.0.1", port: 1), scripts: LoadMix([]),
      stages: [LoadStage(.seconds(1), 1)], name: "test")
    return LoadReport(
      LoadResult(meter, took: 1_000_000_000, measured: 1_000_000_000), of: plan,
      began: Date(timeIntervalSince1970: Double(began)), arguments: [], verdicts: [])
  }

  /// Returns five alternating runs with latencies of 100 to 104 ms, times a factor.
  private static func runs(times factor: UInt64 = 1, samples: Int = 40) -> [LoadReport] {
    (0 ..< 5).map { run in
      let time = UInt64(100 + run) * factor
      return self.report(Array(repeating: time, count: samples), began: run)
    }
  }

  @Test("Runs that all take longer are worse, and the other way round better")
  func verdicts() throws {
    let (fast, slow) = (Self.runs(), Self.runs(times: 2))
    let worse = try LoadComparison(slow, against: fast, tolerance: 0.1)
    #expect(worse.verdict == .worse)
    #expect(worse.lines.last == "worse: directive latency p50")
    let better = try LoadComparison(fast, against: slow, tolerance: 0.1)
    #expect(better.verdict == .better)
    #expect(better.lines.last == "better: directive latency p50")
    #expect(better.html.contains("class=\"verdict good\">better"))
    for (runs, tolerance) in [(fast, 0.1), (slow, 1.5)] {
      let none = try LoadComparison(runs, against: fast, tolerance: tolerance)
      #expect(none.verdict == .noDifferenceShown)
      #expect(none.lines.last == "no difference shown")
    }
  }

  @Test("Fewer events a second are worse")
  func rates() throws {
    let comparison = try LoadComparison(
      Self.runs(samples: 40), against: Self.runs(samples: 80), tolerance: 0.1)
    #expect(comparison.verdictText == "worse: events per second")
  }

  @Test("A percentile with fewer than ten samples above it in a run is a dash, and not judged")
  func percentiles() throws {
    for (samples, carried) in [(19, 0), (20, 1), (999, 1), (1_000, 2), (10_000, 3)] {
      let comparison = try LoadComparison(
        Self.runs(times: 2, samples: samples), against: Self.runs(samples: samples), tolerance: 0.1)
      let names = ["p50", "p99", "p99.9"].map { "directive latency \($0)" }
      let worse = comparison.figures.filter { $0.change == .worse }.map(\.name)
      #expect(worse == Array(names.prefix(carried)), "\(samples) samples")
      for name in names.dropFirst(carried) {
        let line = try #require(comparison.lines.first { $0.hasPrefix("\(name) ") })
        #expect(line.split(separator: " ").suffix(3) == ["–", "–", "–"])
      }
    }
  }

  @Test("Too few runs, runs not in turn, a late generator or no data give no verdict, and say so")
  func noVerdict() throws {
    let good = Self.runs()
    func replaced(_ report: LoadReport) -> [LoadReport] { [report] + good.dropFirst() }
    let later = good.map { report in
      var report = report
      report.began += 60
      return report
    }
    for (reports, baseline, words) in [
      (
        Array(good.prefix(3)), Array(good.prefix(3)),
        "too few runs: 3 of the baseline and 3 compared; run 5 of each, interleaved"
      ),
      (later, good, "the runs are not interleaved; alternate baseline and compared runs"),
      (good, later, "the runs are not interleaved; alternate baseline and compared runs"),
      (
        replaced(Self.report([10], late: 12)), good,
        "the generator was late in run 1 of the compared"
      ),
      (good, replaced(Self.report([])), "no directive was timed in run 1 of the baseline"),
    ] {
      let comparison = try LoadComparison(reports, against: baseline, tolerance: 0)
      #expect(comparison.verdict == .none)
      #expect(comparison.reasonsForNoVerdict == [words])
      #expect(comparison.lines.last == "no verdict: \(words)")
    }
  }

  @Test("More reports than can be compared are refused with the limit")
  func tooMany() {
    let reports = Self.runs() + Self.runs()
    let error = #expect(throws: LoadError.self) {
      try LoadComparison(reports + [reports[0]], against: reports, tolerance: 0)
    }
    #expect(error?.description == "21 reports; at most 20 can be compared")
  }

  @Test("A page of a load without directives neither says that all was well nor shows a time of 0")
  func emptyPage() {
    let report = Self.report([])
    #expect(!report.isGood)
    #expect(report.html.contains("nothing was compared"))
    #expect(!report.html.contains(">0 µs"))
    #expect(report.csv.hasSuffix("\n"))
  }
}
