import Foundation
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Keys and experiences that change between a cut and the resume", .timeLimit(.minutes(2)))
struct RotationTests {
  /// Runs `body` with an empty folder.
  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rotation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  /// Waits until new checkpoints are sealed with this key.
  private func wait(for key: String, of running: RunningEngine) async throws {
    while true {
      let client = TestStream(running)
      let token = try await client.open { $0.capabilities.resumes = true }.checkpoint.token
      _ = await client.close()
      if token.dropFirst(2).starts(with: key.utf8) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("a new key on top opens what the old one sealed; one that is gone opens nothing")
  func keys() async throws {
    try await self.inFolder { folder in
      let file = folder.appendingPathComponent("keys")
      let first = CheckpointKeys.newLine(named: "first")
      try self.write(first, to: file)
      let keyFile = CheckpointKeyFile(file)
      let ring = try keyFile.load()
      try await RunningEngine.with(
        [:],
        {
          $0.checkpoints = CheckpointSealer(keys: ring)
          $0.keyFile = keyFile
        }
      ) { running in
        let older = try await RestartTests.tapped(running, "older")
        let second = CheckpointKeys.newLine(named: "second")
        try self.write("\(second)\n\(first)", to: file)
        try await self.wait(for: "second", of: running)
        let newer = try await RestartTests.tapped(running, "newer")
        try await older.resume(on: TestStream(running))
        try self.write(CheckpointKeys.newLine(named: "third"), to: file)
        try await self.wait(for: "third", of: running)
        try await RestartTests.expectRestarted(newer, .unknownKey, on: running)
      }
    }
  }

  @Test("a file that holds no keys changes nothing, and is told")
  func brokenFile() async throws {
    try await self.inFolder { folder in
      let (log, file) = (EngineLog(), folder.appendingPathComponent("keys"))
      try self.write(CheckpointKeys.newLine(named: "first"), to: file)
      let keyFile = CheckpointKeyFile(file)
      let ring = try keyFile.load()
      try await RunningEngine.with(
        [:],
        {
          $0.checkpoints = CheckpointSealer(keys: ring)
          $0.keyFile = keyFile
        }, log: log
      ) { running in
        let survivor = try await RestartTests.tapped(running, "broken")
        try self.write("first no-key-at-all", to: file)
        _ = try await log.told("checkpoint key reload failed; the previous keys stay in use")
        try await survivor.resume(on: TestStream(running))
      }
    }
  }

  private static func yaml(_ threshold: Int) -> String {
    """
    name: tiny
    sources: [{id: list}]
    tab_bar: {items: [{title: {text: One}}, {title: {text: Two}}]}
    toggles: [{id: top, source: list, threshold: \(threshold)}]
    second_floor: {source: list, asset_url: \(threshold).gif}
    """
  }

  private func digest(_ running: RunningEngine) async throws -> String {
    let found: Interaction_Inspector_V1_GetExperienceResponse = try await running.call(
      "InspectorService/GetExperience",
      Interaction_Inspector_V1_GetExperienceRequest.with { $0.name = "tiny" })
    return found.summary.digest
  }

  /// Changes the experience, and waits until the engine has loaded it.
  private func edit(_ file: URL, _ threshold: Int, of running: RunningEngine) async throws {
    let before = try await self.digest(running)
    try self.write(Self.yaml(threshold), to: file)
    while try await self.digest(running) == before {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func expectUnknown(_ survivor: ResumableSession, _ running: RunningEngine) async throws {
    let opened = try await survivor.copy().tryToResume(on: TestStream(running))
    #expect(opened.outcome == .restarted && opened.restartReason == .unknownExperience)
    #expect(try await self.digest(running) == opened.experienceDigest)
  }

  @Test("a session keeps its version of an experience, as long as an engine has it")
  func experience() async throws {
    let vault = CheckpointSealer(keys: CheckpointKeys())
    try await self.inFolder { folder in
      let file = folder.appendingPathComponent("tiny.yaml")
      try self.write(Self.yaml(300), to: file)
      let configure: (inout Engine.Configuration) -> Void = {
        ($0.directory, $0.checkpoints) = (folder, vault)
      }
      try await RunningEngine.with([:], configure) { one in
        let first = try await self.digest(one)
        let survivor = try await RestartTests.tapped(one, experience: "tiny")
        try await self.edit(file, 301, of: one)
        let here = try await survivor.resume(on: TestStream(one))
        #expect(here.experienceDigest == first)
        try await RunningEngine.with([:], configure) { later in
          let there = try await survivor.resume(on: TestStream(later))
          #expect(there.experienceDigest == first)
        }
        // An engine with the newest version only.
        try await RunningEngine.with(
          ["tiny": Self.yaml(301)], { $0.checkpoints = vault }
        ) { bare in try await self.expectUnknown(survivor, bare) }
        for threshold in 302 ... 301 + ExperienceVersions.capacity(variants: 1) {
          try await self.edit(file, threshold, of: one)
        }
        try await self.expectUnknown(survivor, one)
        try await RunningEngine.with([:], configure) { last in
          try await self.expectUnknown(survivor, last)
        }
      }
    }
  }

  private static func assetURL(in settings: [Interaction_V1_Setting]) -> String? {
    for setting in settings {
      if case .floorLayout(let layout)? = setting.state { return layout.assetURL }
    }
    return nil
  }

  @Test("F15: an image's new URL reaches the sessions that begin after it, and those alone")
  func asset() async throws {
    try await self.inFolder { folder in
      let file = folder.appendingPathComponent("tiny.yaml")
      try self.write(Self.yaml(300), to: file)
      try await RunningEngine.with([:], { $0.directory = folder }) { running in
        let (before, after) = (TestStream(running), TestStream(running))
        let first = try await before.open { $0.experience = "tiny" }.opened
        #expect(Self.assetURL(in: first.snapshot.settings) == "300.gif")
        try await self.edit(file, 301, of: running)
        let second = try await after.open { $0.experience = "tiny" }.opened
        #expect(Self.assetURL(in: second.snapshot.settings) == "301.gif")
        // A rotation sends a full snapshot.
        let shown = try await before.exchange(.turn()).flatMap(\.directives).filter(\.replacesAll)
        #expect(shown.map { Self.assetURL(in: $0.settings) } == ["300.gif"])
      }
    }
  }
}
