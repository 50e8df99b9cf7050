import Foundation
import InteractionRandom
import Testing

/// Two thousand sessions that lose their calls at once, while others begin: the engine, which
/// refuses as in operation, resumes all of the former.
@Suite("Herds of sessions", .timeLimit(.minutes(25)))
struct HerdProgramTests {
  private static let peers = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../scripts/benchmark/peers").standardizedFileURL.path

  /// A herd and the bounds that its two load runs keep to.
  struct Herd: Sendable {
    var transport: String
    var speed = "0.02x"
    var seconds = 210
    /// The time between cuts, s.
    var pause = 40
    // On a slow machine not all sessions have opened when their calls are cut.
    var bounds = "--slo lost>=2000 --slo resumed>=2000 --slo gap:max<=30s"
    var boundsOfOthers = "--slo open_latency:p99<=5s --slo errors<=50%"

    static let short = Herd(
      transport: "--connections 20", speed: "0.01x", seconds: 34, pause: 25,
      bounds: "--slo lost>=500 --slo resumed>=500", boundsOfOthers: "")
    static let long = ["--connections 20", "--connections 2000", "--websocket"].map {
      Herd(transport: $0)
    }
  }

  private static func run(_ traces: [String], _ options: String) async throws {
    let output = try await Program.load.run(
      ["run"] + traces.map { "\(self.peers)/\($0)" }
        + ["--experience-file", "\(self.peers)/home-without-floor.yaml"]
        + ["--allowed-lag", "60000"] + options.split(separator: " ").map(String.init))
    #expect(output.code == 0, "\(output.text)")
  }

  @Test(
    "2000 sessions that are cut at once are resumed",
    arguments: [Herd.short] + (RandomCases.areAll ? Herd.long : []))
  func herd(_ herd: Herd) async throws {
    let folder = try TestFolder()
    let options = [
      "--web-port", "0", "--checkpoint-keys", try await folder.addKey(), "--experiences",
      Self.peers,
      // No ticks of the engine's own for a client that is late.
      "--limit", "tick-grace-ms=3600000",
    ]
    try await ProgramEngine.with(options) {
      $0.isPatient = false
      $0.drainDeadline = 10
    } _: { engine in
      let web = "127.0.0.1:\(engine.ports["browsers"] ?? 0)"
      let address = herd.transport == "--websocket" ? web : engine.address
      // Slow sessions: those that a busy engine refused open before the cut.
      async let cut: Void = Self.run(
        ["session.txt:7", "taps.txt:1"],
        "--max-gap 0.1 --loop 5 --slo errors==0 --slo mismatches==0 --address \(address)"
          + " --speed \(herd.speed) --stage 10s:2150 --stage \(herd.seconds - 10)s:2150"
          + " --cut-every \(herd.pause) \(herd.transport) \(herd.bounds)")
      // A busy engine may refuse new sessions, but has to answer them.
      async let arriving: Void = Self.run(
        ["taps.txt"],
        "--speed 0.5x --arrival-rate 2 --slo errors<=100% --address \(engine.address)"
          + " --duration \(herd.seconds) \(herd.boundsOfOthers)")
      _ = try await (cut, arriving)
      #expect(try await engine.ended(by: SIGTERM) == 0)
    }
  }
}
