import Foundation
import InteractionVariants
import Logging
import Testing

@testable import InteractionService

@Suite("Kill switches")
struct KillSwitchTests {
  @Test("a variant is off if any source switches it off")
  func sources() {
    let switches = KillSwitches()
    #expect(switches.replace(["home": .variants(["low"])], of: .store) == ["home"])
    #expect(switches.replace(["home": .variants(["low"])], of: .store) == [])
    switches.set({ $0.union(.variants(["high"])) }, of: "home")
    #expect(switches.of("home") == .variants(["low", "high"]))
    #expect(switches.replace(["home": .all, "shop": .all], of: .file) == ["home", "shop"])
    #expect(switches.of("home") == .all)
    #expect(switches.replace([:], of: .file) == ["home", "shop"])
    #expect(switches.replace([:], of: .store) == ["home"])
    #expect(switches.of("home") == .variants(["high"]))
    #expect(switches.of("shop") == .lifted)
  }

  @Test("a file names experiences and variants")
  func parse() throws {
    let text = "# sick\nhome low\r\n  home high # both\n\nshop *\n"
    #expect(
      try KillSwitchFile.parse(text) == ["home": .variants(["low", "high"]), "shop": .all])
    let error = #expect(throws: KillSwitchFile.ReadError.self) {
      try KillSwitchFile.parse("home\nhome low now")
    }
    #expect(
      error?.problems == [
        "line 1: has 1 words; must have an experience and a variant, or *",
        "line 2: has 3 words; must have an experience and a variant, or *",
      ])
  }

  @Test("an invalid file keeps the last valid switches, a missing one has none")
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
    func becomes(_ text: String?, _ expected: KillSwitch) async throws {
      if let text {
        try Data(text.utf8).write(to: file, options: .atomic)
      } else {
        try FileManager.default.removeItem(at: file)
      }
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
    try await becomes(nil, .lifted)
  }
}
