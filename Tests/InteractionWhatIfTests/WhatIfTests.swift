import Foundation
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import Testing

@testable import InteractionWhatIf

@Suite("WhatIf")
struct WhatIfTests {
  /// Writes traces into a new folder, and a file that is no trace.
  private func withRecordings(
    _ traces: [Trace], _ body: ([URL]) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("what-if-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, trace) in traces.enumerated() {
      let inner = index % 2 == 0 ? "inner/" : ""
      try trace.write(to: folder.appendingPathComponent("\(inner)\(100 + index).trace"))
    }
    try Data("no trace".utf8).write(to: folder.appendingPathComponent("broken.trace"))
    try Data().write(to: folder.appendingPathComponent("notes.md"))
    try await body(RecordingFiles.all(in: [folder.path, folder.path]))
  }

  @Test("a folder: one result, whatever the number of workers; others are counted with the reason")
  func folder() async throws {
    let sessions = try SessionComparisonTests.sessions(0 ..< 12)
    let reader = try BundledTrace.reader.trace
    try await self.withRecordings(sessions + [reader]) { files in
      #expect(files.count == 14)
      let whatIf = WhatIf(try SessionComparisonTests.version(threshold: 400))
      let one = try await whatIf.run(files, workers: 1)[0]
      let four = try await whatIf.run(files, workers: 4)[0]
      #expect(one == four)
      #expect(one.sessions == 12 && one.events == sessions.reduce(0) { $0 + $1.steps.count })
      #expect(one.unusable.mapValues(\.count) == [.unreadable: 1, .otherExperience: 1])
      #expect(one.groups.reduce(0) { $0 + $1.sessions } == one.changed && one.changed > 0)
      let report = WhatIfReport(version: "new.yaml", summary: one, files: files)
      #expect(report.lines[0].hasPrefix("new.yaml: something changes in \(one.changed) of 12"))
      #expect(report.csv.split(separator: "\n").count == one.figures.count + 1)
      #expect(try JSONSerialization.jsonObject(with: report.json) is [String: Any])
    }
  }

  @Test("no change against itself")
  func itself() async throws {
    let sessions = try SessionComparisonTests.sessions(0 ..< 6)
    try await self.withRecordings(sessions) { files in
      let version = try #require(try BuiltInExperiences.named("home-refined"))
      let summary = try await WhatIf(version).run(files)[0]
      #expect(summary.sessions == 6 && summary.changed == 0 && summary.unknownEvents == 0)
      #expect(summary.exact.old == summary.exact.new && summary.assumed.events == 0)
    }
  }

  @Test(
    "expectations",
    arguments: [
      ("rockets_per_session within 0%", .missed), ("rockets_per_session within 1000%", .met),
      ("floors_opened_per_session within 0%", .met), ("changed_sessions <= 100%", .met),
      ("changed_sessions <= 0%", .missed), ("changed_sessions >= 1%", .met),
      ("first_rocket_per_session <= 100", .met), ("rockets_per_session >= 1000", .missed),
      ("floor_refusals_per_session within 5%", .met),
    ] as [(String, OutcomeExpectation.Verdict)])
  func expectations(text: String, verdict: OutcomeExpectation.Verdict) async throws {
    let sessions = try SessionComparisonTests.sessions(0 ..< 6)
    try await self.withRecordings(sessions) { files in
      let version = try SessionComparisonTests.version(threshold: 300)
      let summary = try await WhatIf(version).run(files)[0]
      let expectation = try #require(OutcomeExpectation(text))
      let (found, values) = expectation.verdict(on: summary)
      #expect(found == verdict, "\(values)")
      #expect(expectation.verdict(on: WhatIfSummary()).verdict == .undecided)
      let unknown = try #require(OutcomeExpectation("rokets_per_session <= 1"))
      #expect(unknown.unknownFigure(in: summary) == "rokets")
    }
  }

  @Test(
    "expectations that are none",
    arguments: [
      "", "rockets", "rockets within 10%", "rockets_per_session within 10",
      "rockets_per_session within -1%", "rockets_per_session < 1", "changed_sessions <= 1",
      "changed_sessions within 1%", "rockets_per_session <= nan", "a b c d",
    ])
  func invalid(text: String) {
    #expect(OutcomeExpectation(text) == nil)
  }
}
