import Foundation
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Experience files that change while an engine runs", .timeLimit(.minutes(2)))
struct ReloadTests {
  typealias Experiences = Interaction_Inspector_V1_ListExperiencesResponse

  private static func yaml(_ threshold: Int) -> String {
    """
    name: tiny
    sources: [{id: list}]
    tab_bar: {items: [{title: {text: One}}, {title: {text: Two}}]}
    toggles: [{id: top, source: list, threshold: \(threshold)}]
    """
  }

  /// Returns the digest of the active experience.
  private func digest(_ running: RunningEngine) async throws -> String? {
    let found: Experiences = try await running.call(
      "InspectorService/ListExperiences", Interaction_Inspector_V1_ListExperiencesRequest())
    return found.experiences.first { $0.name == "tiny" }?.digest
  }

  /// Waits until another experience, or none, is active.
  private func changed(from old: String?, _ running: RunningEngine) async throws -> String? {
    while true {
      let digest = try await self.digest(running)
      if digest != old { return digest }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("an edited one is swapped, a broken one is not, a deleted one goes; sessions keep theirs")
  func edits() async throws {
    let (log, folder) = (
      EngineLog(), FileManager.default.temporaryDirectory.appending(path: "tiny-\(UUID())")
    )
    let file = folder.appending(path: "tiny.yaml")
    func write(_ text: String) throws { try Data(text.utf8).write(to: file, options: .atomic) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(Self.yaml(300))
    try await RunningEngine.with([:], { $0.directory = folder }, log: log) { running in
      let first = try await self.digest(running)
      let session = TestStream(running)
      #expect(try await session.open { $0.experience = "tiny" }.opened.experienceDigest == first)
      try write(Self.yaml(400))
      let second = try await self.changed(from: first, running)
      for (number, bad) in [Self.yaml(-1), "name: ["].enumerated() {
        try write(bad)
        while log.lines.count(where: { $0["problem"] != nil }) <= number {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await self.digest(running) == second)
      }
      try write(Self.yaml(300))
      #expect(try await self.changed(from: second, running) == first)
      #expect(try await session.exchange(.tap(1)).tabs == [1])
      try FileManager.default.removeItem(at: file)
      #expect(try await self.changed(from: first, running) == nil)
    }
  }
}
