import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace
import InteractionWhatIf
import Testing

@testable import InteractionOutcomes

/// Outcomes of files.
@Suite("Outcomes")
struct OutcomesTests {
  /// Writes recordings into a new folder, a second apart.
  private func withRecordings(
    _ traces: [Trace], _ body: ([URL]) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("outcomes-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, trace) in traces.enumerated() {
      let file = folder.appendingPathComponent("\(10_000 + index).trace")
      try trace.write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(1_000 + index))],
        ofItemAtPath: file.path)
    }
    try await body(RecordingFiles.all(in: [folder.path]))
  }

  /// Returns three sessions of each user: the second shows a rocket in the new variant alone.
  private func traces(users: Int) throws -> [Trace] {
    let old = try RecordedSession.version(threshold: 456)
    let new = try RecordedSession.version(threshold: 400)
    return (0 ..< 3).flatMap { round in
      (0 ..< users).map { user in
        let isNew = user % 2 == 1
        let session = RecordedSession("user-\(user)", "s\(user)-\(round)").with {
          $0.variant = isNew ? "new" : "old"
          $0.bucket = isNew ? 5_000 + user : user
        }
        // Every fourth pair of users never reaches a line that the versions have not in common.
        let y = user / 2 % 4 == 0 ? 300.0 : [300.0, 420, 500][round]
        return session.trace(dragTo: y, by: isNew ? new : old)
      }
    }
  }

  @Test("all users: figures as recorded, whatever the number of workers")
  func allUsers() async throws {
    try await self.withRecordings(self.traces(users: 320)) { files in
      var options = OutcomeReport.Options()
      options.measures = [try #require(OutcomeMeasure("rockets_per_user"))]
      let report = try await Outcomes(files, workers: 1).report(options)
      let comparison = try #require(report.rows.first?.comparison)
      #expect(comparison.first.users == 160 && comparison.other.sessions == 480)
      #expect(comparison.first.value == 0.75 && comparison.other.value == 1.5)
      #expect(report.alarms.isEmpty && report.notes.isEmpty, "\(report.notes)")
      let again = try await Outcomes(files, workers: 4).report(options)
      #expect(again.lines == report.lines && again.html == report.html)
    }
  }

  @Test("triggered: users from their first session on that differs")
  func triggered() async throws {
    try await self.withRecordings(self.traces(users: 400)) { files in
      let report = try await Outcomes(files).report(triggeredBy: [:], OutcomeReport.Options())
      let comparison = try #require(report.rows.first?.comparison)
      #expect(comparison.first.users == 150 && comparison.first.sessions == 300)
      #expect(comparison.first.value == 0.5 && comparison.other.value == 1)
      #expect(report.pairs[0].rest?.first.count == 50)
      #expect(report.alarms.isEmpty && report.pairs[0].incompleteReplays == 0)
      // Through a version that decides as the recorded one, nothing differs.
      let versions = [
        "old": try RecordedSession.version(threshold: 400),
        "new": try RecordedSession.version(threshold: 456),
      ]
      let none = try await Outcomes(files).report(
        triggeredBy: versions, OutcomeReport.Options())
      #expect(none.rows[0].comparison.first.users == 0 && none.verdict == .none)
      let shop = try #require(try BuiltInExperiences.named("shop"))
      await #expect(throws: OutcomesError.otherVersions("shop", of: "home-refined")) {
        try await Outcomes(files).report(triggeredBy: ["new": shop], OutcomeReport.Options())
      }
    }
  }

  @Test("files that do not count, each with the reason; an empty folder")
  func uncounted() async throws {
    var traces = try self.traces(users: 4)
    traces[0].header.selection = nil
    traces[1].header.connection = nil
    try await self.withRecordings(traces) { files in
      let broken = files[0].deletingLastPathComponent().appendingPathComponent("broken.trace")
      try Data("no trace".utf8).write(to: broken)
      let report = try await Outcomes(files + [broken]).report(OutcomeReport.Options())
      #expect(
        Set(report.uncountedFiles.map(\.reason)) == [
          "of an experience without variants",
          "without the session's name; use recordings of an engine",
          "no trace, or damaged; 'interaction-load print' names the error",
        ])
    }
    await #expect(throws: OutcomesError.noRecording) {
      try await Outcomes([]).report(OutcomeReport.Options())
    }
  }
}
