import Foundation
import InteractionCore
import InteractionReplay
import InteractionStream
import InteractionTrace

@testable import InteractionService

/// An engine that records, and where to.
struct RecordingEngine {
  let running: RunningEngine
  let folder: URL

  /// Runs `body` with one that has these experiences, too, and no ticks of its own.
  static func with(
    _ experiences: [String: String] = [:], _ change: (inout RecordingPolicy) -> Void = { _ in },
    _ body: (RecordingEngine) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("recordings-\(UUID().uuidString)/here")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    var policy = RecordingPolicy(directory: folder)
    change(&policy)
    try await RunningEngine.with(
      experiences, { ($0.recording, $0.limits.tickGrace) = (policy, .seconds(1000)) }
    ) { running in
      try await body(RecordingEngine(running: running, folder: folder))
    }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: self.folder.path)) ?? []).sorted()
  }

  /// How many bytes the files have.
  var size: Int {
    self.names.map { name in
      let path = self.folder.appendingPathComponent(name).path
      // It may have made room by now.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return attributes?[.size] as? Int ?? 0
    }.reduce(0, +)
  }

  /// Waits until there is a file, and every session that is over has been written to its end.
  func finish(_ name: String) async throws {
    while !self.names.contains(name) { try await Task.sleep(for: .milliseconds(5)) }
    await self.running.engine.recordings?.wait(atMost: .seconds(60))
  }

  /// The recordings of sessions that are over, of which there are these and no others.
  func recordings(_ names: [String]) async throws -> [Trace] {
    for name in names { try await self.finish(name) }
    guard self.names == names.sorted() else {
      throw UnexpectedRecordings(names: self.names)
    }
    return try names.map { try Trace(file: self.folder.appendingPathComponent($0)) }
  }

  private struct UnexpectedRecordings: Error {
    let names: [String]
  }
}

extension Trace {
  /// How the core's answers to it differ, by the experience that it carries, from what it has.
  var differences: [Comparison.Difference] {
    get throws {
      LocalReplay.comparison(of: self, with: try LocalReplay(self).answered).differences
    }
  }

  /// The numbers that the client gave its events.
  var numbers: [UInt64] { self.steps.compactMap(\.number) }
}
