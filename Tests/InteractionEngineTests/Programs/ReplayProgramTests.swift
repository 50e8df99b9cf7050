import Foundation
import InteractionRandom
import InteractionReplay
import Testing

@Suite("interaction-load replay and run, and demos, over gRPC", .timeLimit(.minutes(10)))
struct ReplayProgramTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  private static let vectors = Self.root.appending(path: "Tests/Traces/vectors")

  /// The paths of the bundled, generated, recorded and written traces.
  private static func traces() throws -> [String] {
    let folders = ["Tests/Traces/generated", "Tests/Traces/recorded", "Tests/Traces/vectors"]
    return try (folders + ["Sources/InteractionReplay/Resources"]).flatMap { folder in
      let folder = Self.root.appending(path: folder)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .map { folder.appending(path: $0).path }
    }
  }

  private static func replay(_ engine: ProgramEngine, _ arguments: [String]) async throws
    -> Program.Output
  {
    try await Program.load.run(
      ["replay", "--address", engine.address, "--speed", "max", "--quiet"] + arguments)
  }

  @Test(
    "two engines answer all traces as recorded, with every sample or without superfluous ones",
    arguments: [["--full-fidelity"], []])
  func traces(fidelity: [String]) async throws {
    var outputs: [[String]] = []
    for _ in 0 ..< 2 {
      let output = try await ProgramEngine.with { engine in
        try await Self.replay(engine, fidelity + Self.traces())
      }
      #expect(output.code == 0, "\(output.text)")
      outputs.append(output.out)
    }
    #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty)
  }

  @Test(
    "sessions play as recorded at their pace and faster",
    arguments: [
      ("1x", ["vectors/V7-home-refined.txt", "vectors/V3-home-literal.txt"]),
      ("10x", ["generated/seed-12.trace", "recorded/browser-flings.txt"]),
    ])
  func pace(speed: String, traces: [String]) async throws {
    let folder = Self.root.appending(path: "Tests/Traces")
    let output = try await ProgramEngine.with { engine in
      try await Program.load.run(
        ["run", "--address", engine.address, "--speed", speed, "--sessions", "4", "--total", "4"]
          + ["--allowed-lag", RandomCases.areAll ? "2" : "60000", "--slo", "mismatches==0"]
          + ["--slo", "errors==0"] + traces.map { folder.appending(path: $0).path })
    }
    #expect(output.code == 0, "\(output.text)")
  }

  @Test("a tampered recording differs")
  func tampered() async throws {
    let folder = try TestFolder()
    let text = try String(
      contentsOf: Self.vectors.appending(path: "V1-home-refined.txt"), encoding: .utf8)
    _ = try folder.write(
      "tampered.txt",
      text.replacingOccurrences(of: #""name":"rocket""#, with: #""name":"racket""#))
    let output = try await ProgramEngine.with { engine in
      try await Self.replay(engine, [folder.path("tampered.txt")])
    }
    #expect(output.code == 98 && output.text.contains("racket"), "\(output.text)")
  }

  @Test("a demo plays as recorded", arguments: BundledTrace.allCases)
  func demo(trace: BundledTrace) async throws {
    let output = try await Program.engine.run("demo", trace.rawValue, "--speed", "max")
    #expect(output.code == 0 && output.text.contains("all as recorded"), "\(output.text)")
  }
}
