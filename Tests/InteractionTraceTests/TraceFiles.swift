import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace

/// The bundled traces in the source tree.
enum TraceFiles {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Traces")

  /// True to rewrite the traces' directives instead of comparing them: `INTERACTION_RECORD=1 swift
  /// test`.
  static let isRecording = ProcessInfo.processInfo.environment["INTERACTION_RECORD"] == "1"

  /// The recordings bundled with the tools: the tour and the nine systems.
  static let samples = folder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/InteractionReplay/Resources")

  /// All bundled traces.
  static var all: [URL] {
    let folders = ["vectors", "generated", "recorded"].map(Self.folder.appendingPathComponent)
    return (folders + [Self.samples]).flatMap { folder -> [URL] in
      let found = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return (found ?? []).sorted { $0.path < $1.path }
    }
  }

  static func experience(of trace: Trace) throws -> Experience {
    guard let experience = try BuiltInExperiences.named(trace.header.experience) else {
      throw TraceError("unknown experience '\(trace.header.experience)'")
    }
    return experience
  }
}
