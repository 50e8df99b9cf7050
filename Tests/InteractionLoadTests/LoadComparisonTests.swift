import Foundation
import Testing

@testable import InteractionLoad

@Suite("Two loads compared")
struct LoadComparisonTests {
  /// A report of directives that took so many milliseconds, sent so late.
  private func report(_ milliseconds: [UInt64], late lag: UInt64 = 0) -> LoadReport {
    var meter = LoadMeter(start: 0, warmUp: .zero)
    for time in milliseconds {
      meter.sent(1, late: lag * 1_000_000, at: 1)
      meter.received(directiveAfter: time * 1_000_000, at: 1)
    }
    let plan = LoadPlan(
      target: LoadTarget(host: "127.0.0.1", port: 1), scripts: LoadMix([]),
      stages: [LoadStage(.seconds(1), 1)], name: "test")
    return LoadReport(
      LoadResult(meter, took: 1_000_000_000, measured: 1_000_000_000), of: plan,
      began: Date(timeIntervalSince1970: 0), arguments: [], verdicts: [])
  }

  @Test("Each figure that is worse by more than the tolerance is named")
  func worse() throws {
    let comparison = LoadComparison(self.report([10, 10, 20]), self.report([10, 10, 30]))
    let worse = try #require(comparison.worse(than: 0.1)).map(\.name)
    #expect(
      worse == ["directive latency p99", "directive latency p99.9", "directive latency max"])
    #expect(comparison.worse(than: 0.6) == [])
  }

  @Test("A figure that one of them does not have is a dash, and not worse")
  func gaps() throws {
    let comparison = LoadComparison(self.report([10]), self.report([10]))
    let row = try #require(comparison.rows.first { $0.name == "open latency p50" })
    #expect(row.worsening == nil)
    let line = try #require(comparison.lines.first { $0.hasPrefix("open latency p50") })
    #expect(line.split(separator: " ").suffix(3) == ["–", "–", "–"])
  }

  @Test("A late generator, or no data, gives no verdict, and is named")
  func noVerdict() {
    let good = self.report([10])
    for (first, second, words) in [
      (self.report([10], late: 12), good, "the generator was late in the first"),
      (good, self.report([10], late: 12), "the generator was late in the second"),
      (self.report([]), good, "no directive was timed in the first"),
      (good, self.report([]), "no directive was timed in the second"),
    ] {
      let comparison = LoadComparison(first, second)
      #expect(comparison.worse(than: 0) == nil)
      #expect(comparison.obstacles == [words])
    }
  }

  @Test("A page of a load without directives neither says that all was well nor shows a time of 0")
  func emptyPage() {
    let report = self.report([])
    #expect(!report.isGood)
    #expect(report.html.contains("nothing was compared"))
    #expect(!report.html.contains(">0 µs"))
    #expect(report.csv.hasSuffix("\n"))
  }
}
