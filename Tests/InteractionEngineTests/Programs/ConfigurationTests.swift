import Foundation
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Options from the environment and from a file, and other commands", .timeLimit(.minutes(5)))
struct ConfigurationTests {
  private let folder: TestFolder

  init() throws { self.folder = try TestFolder() }

  @Test(
    "--print-config prints the options in force with their origins, as a file that says the same")
  func printed() async throws {
    let file = try self.folder.write(
      "engine.yaml", "operator-port: 0\nlimit: {idle-seconds: 9}\n")
    let first = try await Program.engine.run(
      "serve", "--port", "0", "--print-config",
      environment: ["INTERACTION_CONFIG": file, "INTERACTION_HOST": "::1"])
    #expect(first.code == 0 && first.err == [])
    let wanted: Set = [
      "port: 0  # command line", "host: '::1'  # INTERACTION_HOST",
      "operator-port: 0  # \(file): operator-port", "log-level: info  # default",
      "  idle-seconds: 9  # \(file): limit", "  sessions: 20000  # default", "# checkpoint-keys:",
    ]
    #expect(wanted.isSubset(of: first.out), "\(wanted.subtracting(first.out))")
    let again = try self.folder.write("again.yaml", first.out.joined(separator: "\n"))
    let second = try await Program.engine.run("serve", "--config", again, "--print-config")
    #expect(second.code == 0 && second.err == [])
    func withoutOrigins(_ lines: [String]) -> [Substring] {
      lines.map { $0[..<($0.firstRange(of: "  #")?.lowerBound ?? $0.endIndex)] }
    }
    #expect(withoutOrigins(second.out) == withoutOrigins(first.out))
  }

  @Test("--print-config of bad options prints nothing; --help needs no good ones")
  func badOptions() async throws {
    let bad = try await Program.engine.run("serve", "--port", "99999", "--print-config")
    #expect(bad.code > 0 && bad.out == [])
    let help = try await Program.engine.run(
      "serve", "--help", environment: ["INTERACTION_CONFIG": "/attic"])
    #expect(help.code == 0 && help.text.contains("--config <file>"))
  }

  @Test("--check looks at everything and serves nothing")
  func check() async throws {
    let keys = try await self.folder.addKey()
    try await ProgramEngine.with { engine in
      let good = try await Program.engine.run(
        "serve", "--port", "\(engine.port)", "--checkpoint-keys", keys, "--check")
      #expect(good.code == 0 && good.out == ["ok"])
    }
    let bad = try self.folder.write("bad.yaml", "name: 7\n")
    for options in [
      ["--experiences", self.folder.path], ["--checkpoint-keys", bad],
      ["--tls-certificate", bad, "--tls-key", bad],
    ] {
      let output = try await Program.engine.run(["serve"] + options + ["--check"])
      #expect(output.code > 0 && output.out == [] && output.text.contains("bad.yaml"), "\(output)")
    }
  }

  @Test("keygen on a full disk leaves the file as it is, and no other")
  func fullDisk() async throws {
    let keys = try await self.folder.addKey()
    let before = try Data(contentsOf: self.folder.url("keys"))
    let output = try await Program.engine.run(["keygen", "--into", keys], limits: ["fsize": 0])
    #expect(output.code != 0 && output.out == [], "\(output)")
    #expect(try Data(contentsOf: self.folder.url("keys")) == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: self.folder.path)
    #expect(files == ["keys"])
  }

  @Test("the file in the documentation starts an engine with what it says")
  func documentedFile() async throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/interaction-engine/interaction-engine.docc/Running.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let found = try #require(text.firstMatch(of: /```yaml\n# engine\.yaml\n((?s).*?)\n```/))
    let file = try self.folder.write("engine.yaml", String(found.1))
    try FileManager.default.createDirectory(
      at: self.folder.url("experiences"), withIntermediateDirectories: true)
    try self.folder.write(
      "experiences/tiny.yaml",
      """
      name: tiny
      sources: [{id: list}]
      tab_bar: {items: [{title: {text: One}}, {title: {text: Two}}]}
      """)
    _ = try await self.folder.addKey(to: "checkpoint.keys")
    try await ProgramEngine.with(["--config", file, "--monitoring-port", "0"]) {
      ($0.folder, $0.isPatient) = (self.folder.path, false)
    } _: { engine in
      #expect(try await engine.monitor.get("/metrics").status == 200)
      let tiny = TestStream(engine)
      try await tiny.open { $0.experience = "tiny" }
      let limits = try await TestStream(engine).open().opened.limits
      #expect(limits.maxEventsPerSecond == 120 && limits.idleTimeoutUs == 600_000_000)
    }
  }
}
