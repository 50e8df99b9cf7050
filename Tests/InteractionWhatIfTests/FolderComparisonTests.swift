import Foundation
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import Testing

@testable import InteractionWhatIf

@Suite("FolderComparison")
struct FolderComparisonTests {
  /// Writes sessions into a new folder as `100.trace`, `101.trace` and so on.
  private func withFolder(
    _ traces: [Trace], _ body: (URL) async throws -> Void
  ) async throws {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("folder-comparison-\(UInt32.random(in: .min ... .max))")
    let folder = parent.appendingPathComponent("recordings")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    for (index, trace) in traces.enumerated() {
      try trace.write(to: folder.appendingPathComponent("\(100 + index).trace"))
    }
    try await body(folder)
  }

  private func outcomes(
    _ cache: RecordingCache, old: Experience, new: Experience, sample: Int? = nil
  ) throws -> WhatIfSummary {
    try FolderComparison(of: cache, old: old, new: new, sample: sample).play { false }
  }

  private func builtIn() throws -> Experience {
    try #require(try BuiltInExperiences.named("home-refined"))
  }

  @Test("against the recorded version: the same outcomes as of the files, also once in memory")
  func recorded() async throws {
    let sessions = try SessionComparisonTests.sessions(0 ..< 8) + [BundledTrace.reader.trace]
    let (old, new) = (try self.builtIn(), try SessionComparisonTests.version(threshold: 400))
    try await self.withFolder(sessions) { folder in
      let files = RecordingFiles.all(in: [folder.path])
      let cache = RecordingCache(folder: folder.path)
      var played: [WhatIfSummary] = []
      for version in [new, new, old] {
        let summary = try self.outcomes(cache, old: old, new: version)
        #expect(summary == (try await WhatIf(version).run(files)[0]))
        played.append(summary)
      }
      #expect(played[0].sessions == 8 && played[0].changed > 0 && played[2].changed == 0)
      #expect(played[0].unusable.mapValues(\.count) == [.otherExperience: 1])
    }
  }

  @Test("against another version than the recorded one nothing is exact once it differs")
  func another() async throws {
    // At 300 pt the rocket comes in both sessions, at 600 pt in none; recorded was 456 pt.
    let experience = try self.builtIn()
    let sessions = [250.0, 500].map {
      SessionComparisonTests.drag(to: $0).recorded(with: experience)
    }
    try await self.withFolder(sessions) { folder in
      let cache = RecordingCache(folder: folder.path)
      let old = try SessionComparisonTests.version(threshold: 300)
      let summary = try self.outcomes(
        cache, old: old, new: try SessionComparisonTests.version(threshold: 600))
      #expect(summary.sessions == 2 && summary.changed == 1 && summary.assumedSessions == 1)
      #expect(summary.exact.events == sessions[0].steps.count)
      #expect(summary.exact.old[.rockets] == nil && summary.assumed.old[.rockets] == 1)
      #expect(summary.total(of: .rockets) == (old: 1, new: 0))
      let notes = FolderComparison(of: cache, old: old, new: old).overview(of: summary).notes
      #expect(notes.contains { $0.hasPrefix("1 session: recorded by a version that") })
      let itself = try self.outcomes(cache, old: old, new: old)
      #expect(itself.changed == 0 && itself.sessions == 2)
    }
  }

  @Test("a sample is spread over the folder")
  func sample() async throws {
    let experience = try self.builtIn()
    let sessions = (0 ..< 10).map {
      SessionComparisonTests.drag(to: Double(100 + 10 * $0)).recorded(with: experience)
    }
    try await self.withFolder(sessions) { folder in
      let cache = RecordingCache(folder: folder.path)
      let comparison = FolderComparison(of: cache, old: experience, new: experience, sample: 3)
      #expect(comparison.recordings == 10 && !comparison.isComplete)
      let events = [0, 3, 6].map { sessions[$0].steps.count }
      let summary = try comparison.play { false }
      #expect(summary.events == events.reduce(0, +))
      for sample in [10, 11, nil] {
        let all = FolderComparison(of: cache, old: experience, new: experience, sample: sample)
        #expect(all.isComplete)
      }
      #expect(try self.outcomes(cache, old: experience, new: experience, sample: -1).sessions == 0)
    }
  }

  @Test("a changed file is read again, a deleted one is forgotten")
  func changes() async throws {
    let experience = try self.builtIn()
    let session = SessionComparisonTests.drag(to: 500).recorded(with: experience)
    try await self.withFolder([session, session]) { folder in
      let cache = RecordingCache(folder: folder.path, maximumCount: 2)
      #expect(try self.outcomes(cache, old: experience, new: experience).sessions == 2)
      let files = FileManager.default
      try Data("no trace".utf8).write(to: folder.appendingPathComponent("100.trace"))
      let broken = try self.outcomes(cache, old: experience, new: experience)
      #expect(broken.sessions == 1 && broken.unusable.mapValues(\.count) == [.unreadable: 1])
      try files.removeItem(at: folder.appendingPathComponent("100.trace"))
      try session.write(to: folder.appendingPathComponent("new.txt"))
      try Data().write(to: folder.appendingPathComponent("begun.trace"))
      #expect(try self.outcomes(cache, old: experience, new: experience).sessions == 2)
    }
  }

  @Test("recordings that do not fit into memory are counted, until there is room")
  func memory() async throws {
    let experience = try self.builtIn()
    let session = SessionComparisonTests.drag(to: 500).recorded(with: experience)
    try await self.withFolder(Array(repeating: session, count: 4)) { folder in
      let bytes = try DecodedRecording(session, recorded: experience).bytes
      for cache in [
        RecordingCache(folder: folder.path, maximumCount: 3),
        RecordingCache(folder: folder.path, maximumBytes: 3 * bytes + 1),
      ] {
        for _ in 0 ..< 2 {
          let summary = try self.outcomes(cache, old: experience, new: experience)
          #expect(summary.sessions == 3)
          #expect(summary.unusable.mapValues(\.count) == [.beyondMemory: 1])
        }
      }
      let cache = RecordingCache(folder: folder.path, maximumCount: 3)
      _ = try self.outcomes(cache, old: experience, new: experience)
      try FileManager.default.removeItem(at: folder.appendingPathComponent("100.trace"))
      #expect(try self.outcomes(cache, old: experience, new: experience).sessions == 3)
    }
  }

  @Test("links to files outside the folder are not read, nor is what is no file")
  func outside() async throws {
    let experience = try self.builtIn()
    let session = SessionComparisonTests.drag(to: 500).recorded(with: experience)
    try await self.withFolder([session]) { folder in
      let secret = folder.deletingLastPathComponent().appendingPathComponent("secret.trace")
      try session.write(to: secret)
      for (name, target) in [("a.trace", "../secret.trace"), ("b.trace", "100.trace")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
      }
      try #require(mkfifo(folder.appendingPathComponent("c.trace").path, 0o600) == 0)
      let cache = RecordingCache(folder: folder.path)
      let summary = try self.outcomes(cache, old: experience, new: experience)
      #expect(summary.sessions == 2)
      #expect(summary.unusable.mapValues(\.count) == [.outsideFolder: 1, .unreadable: 1])
    }
  }

  @Test("a recording that the recorded version does not explain is not played")
  func engineDiffers() async throws {
    let experience = try self.builtIn()
    var session = SessionComparisonTests.drag(to: 500).recorded(with: experience)
    let step = try #require(session.steps.firstIndex { !$0.directives.isEmpty })
    session.steps[step].directives = []
    try await self.withFolder([session]) { folder in
      let summary = try self.outcomes(
        RecordingCache(folder: folder.path), old: experience, new: experience)
      #expect(summary.sessions == 0)
      #expect(summary.unusable.mapValues(\.count) == [.engineDiffers: 1])
    }
  }

  @Test("a superseded comparison ends before the next recording")
  func cancellation() async throws {
    let experience = try self.builtIn()
    let session = SessionComparisonTests.drag(to: 500).recorded(with: experience)
    try await self.withFolder([session, session, session]) { folder in
      let comparison = FolderComparison(
        of: RecordingCache(folder: folder.path), old: experience, new: experience)
      var calls = 0
      #expect(throws: CancellationError.self) {
        try comparison.play {
          calls += 1
          return calls > 2
        }
      }
      #expect(calls == 3)
      // Two were taken; another thread gets the rest.
      let rest = try comparison.play { false }
      #expect(rest.sessions == 1)
    }
  }

  @Test("the differences of one recording are its directives, old and new")
  func differences() async throws {
    let experience = try self.builtIn()
    let session = SessionComparisonTests.drag(to: 500).recorded(with: experience)
    try await self.withFolder([session, BundledTrace.reader.trace]) { folder in
      let cache = RecordingCache(folder: folder.path)
      func lines(_ name: String, threshold: Double) throws -> [String]? {
        let new = try SessionComparisonTests.version(threshold: threshold)
        return try FolderComparison(of: cache, old: experience, new: new).differences(in: name)
      }
      let changed = try #require(try lines("100.trace", threshold: 300))
      #expect(changed.map { $0.prefix(2) } == ["  ", "+ ", "  ", "- "], "\(changed)")
      #expect(try lines("100.trace", threshold: 456) == [])
      #expect(try lines("../100.trace", threshold: 456) == nil)
      #expect(throws: UnusableRecording.otherExperience) {
        try lines("101.trace", threshold: 456)
      }
    }
  }

  @Test("an overview has the figures of the report, and an example of each kind of difference")
  func overview() async throws {
    let experience = try self.builtIn()
    let session = SessionComparisonTests.drag(to: 500).recorded(with: experience)
    try await self.withFolder([session]) { folder in
      let comparison = FolderComparison(
        of: RecordingCache(folder: folder.path), old: experience,
        new: try SessionComparisonTests.version(threshold: 300))
      let overview = comparison.overview(of: try comparison.play { false })
      #expect(overview.verdict == "something changes in 1 of 1 session (100 %)")
      let rockets = try #require(overview.figures.first { $0[0] == "rockets" })
      #expect(rockets == ["rockets", "1", "1", "=", "0 → 1", "1 → 0"])
      #expect(overview.groups.map(\.recording) == ["100.trace"] && overview.moreGroups == nil)
      #expect(overview.groups[0].text.hasPrefix("1 session: after scroll home moved: + "))
      #expect(overview.notes.contains { $0.contains("same fingers: after it") })
    }
  }
}
