import Foundation
import InteractionVariants
import Logging
import Testing

@testable import InteractionService

@Suite("File of kill switches", .timeLimit(.minutes(2)))
struct KillSwitchFileTests {
  @Test("an invalid file, or one that disappears, keeps the last valid switches")
  func watch() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("kill-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let switches = KillSwitches()
    let watch = Task {
      await KillSwitchFile(file).watch(
        into: switches, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
    defer { watch.cancel() }
    func becomes(_ text: String, _ expected: KillSwitch) async throws {
      try Data(text.utf8).write(to: file, options: .atomic)
      let deadline = ContinuousClock.now + .seconds(30)
      while switches.of("home") != expected, .now < deadline {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(switches.of("home") == expected)
    }
    try await becomes("home low", .variants(["low"]))
    try Data("home".utf8).write(to: file, options: .atomic)
    try await Task.sleep(for: .milliseconds(300))
    #expect(switches.of("home") == .variants(["low"]))
    try await becomes("home *", .all)
    try FileManager.default.removeItem(at: file)
    try await Task.sleep(for: .milliseconds(300))
    #expect(switches.of("home") == .all)
    try await becomes("# none", .lifted)
  }
}
