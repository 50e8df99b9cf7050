import Foundation
import InteractionCore
import InteractionReplay
import InteractionStream
import InteractionTrace

@testable import InteractionService

/// An engine that records, and its recordings' folder.
struct RecordingEngine {
  let running: RunningEngine
  let folder: URL

  /// Runs `body` with an engine that also has these experiences, and makes no ticks.
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

  /// The total size of the files, bytes.
  var size: Int {
    self.names.map { name in
      let path = self.folder.appendingPathComponent(name).path
      // The engine may have removed the file meanwhile.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return attributes?[.size] as? Int ?? 0
    }.reduce(0, +)
  }

  /// Waits until a file exists and the recordings of all ended sessions are complete.
  func finish(_ name: String) async throws {
    while !self.names.contains(name) { try await Task.sleep(for: .milliseconds(5)) }
    await self.running.engine.recordings?.wait(atMost: .seconds(60))
  }

  /// Returns the recordings of ended sessions; throws if there are others than these.
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
  /// The differences between its directives and the core's, with the experience that it contains.
  var differences: [DirectiveComparison.Difference] {
    get throws {
      LocalReplay.comparison(of: self, with: try LocalReplay(self).answered).differences
    }
  }

  /// The event numbers given by the client.
  var numbers: [UInt64] { self.steps.compactMap(\.number) }
}
