import Foundation

/// The golden scene files, and the additional traces from which they are made.
enum SceneFiles {
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  static let folder = tests.appendingPathComponent("Scenes")

  /// True to rewrite the files instead of comparing them: `INTERACTION_RECORD=1 swift test --filter
  /// SceneVectorTests`.
  static let isRecording = ProcessInfo.processInfo.environment["INTERACTION_RECORD"] == "1"

  static var all: [URL] { files(in: folder) }

  /// The golden accessibility trees.
  static var accessibility: [URL] { files(in: tests.appendingPathComponent("Accessibility")) }

  /// The browser's recordings, and the golden traces of the refined home screen.
  static var otherTraces: [URL] {
    ["recorded", "vectors"].flatMap { files(in: tests.appendingPathComponent("Traces/\($0)")) }
      .filter { !$0.lastPathComponent.hasSuffix("-home-literal.txt") }
  }

  private static func files(in folder: URL) -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path < $1.path }
  }
}
