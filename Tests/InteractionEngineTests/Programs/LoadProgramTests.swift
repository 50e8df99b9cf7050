import Foundation
import NIOCore
import NIOPosix
import Testing
import X509

@Suite("interaction-load: what it prints, writes and exits with", .timeLimit(.minutes(10)))
struct LoadProgramTests {
  private let folder: TestFolder

  init() throws { self.folder = try TestFolder() }

  private static let traces = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Traces").standardizedFileURL

  /// A trace of 1 s with 2 directives.
  private static let short = traces.appending(path: "vectors/V1-home-refined.txt").path
  /// A trace of 12 s.
  private static let long = traces.appending(path: "recorded/browser-flings.txt").path
  /// A slow test machine must not fail the tests.
  private static let patience = ["--allowed-lag", "60000"]

  private func run(_ engine: ProgramEngine, _ arguments: [String]) async throws -> Program.Output {
    try await Program.load.run(
      ["run", "--address", engine.address] + Self.patience + arguments)
  }

  @Test("Ctrl-C: the summary and every report, of what was measured until then")
  func interrupt() async throws {
    let reports = ["json", "html", "csv"].flatMap { ["--\($0)", self.folder.path("load.\($0)")] }
    let output = try await ProgramEngine.with { engine in
      try await Program.load.run(
        ["run", "--address", engine.address, Self.long, "--sessions", "3", "--duration", "600"]
          + Self.patience + reports, after: 4
      ) { $0.tell(SIGINT) }
    }
    #expect(output.code == 130, "\(output)")
    #expect(output.text.contains("ended early        interrupted"))
    #expect(output.text.contains("3 at once, 3 opened, 3 ended"))
    func text(_ kind: String) throws -> String {
      try String(contentsOf: self.folder.url("load.\(kind)"), encoding: .utf8)
    }
    struct Report: Decodable {
      struct Counts: Decodable {
        var mismatches: Int
        var errors: [String: Int]
        var events: Int
      }
      var endedEarly: String
      var counts: Counts
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(text("json").utf8))
    #expect(report.endedEarly == "interrupted" && report.counts.mismatches == 0)
    #expect(report.counts.errors == [:] && report.counts.events > 100)
    #expect(try text("html").contains("Ended early, interrupted."))
    #expect(try text("csv").split(separator: "\n").count >= 3)
  }

  @Test("an engine that dies is tried again now and then")
  func death() async throws {
    try await ProgramEngine.with { engine in
      let arguments = ["run", "--address", engine.address, Self.long, "--sessions", "10"]
      let output = try await Program.load.run(
        arguments + ["--duration", "7"] + Self.patience, after: 3
      ) { _ in
        let code = try await engine.ended(by: SIGKILL)
        #expect(code == -SIGKILL)
      }
      #expect(output.code == 98, "\(output)")
      let found = try #require(output.text.firstMatch(of: #/  (\d+) × connection refused/#))
      #expect(try #require(Int(found.1)) < 100)
      #expect(!output.text.contains("SingleConnectionFailure"))
      for command in ["run", "replay"] {
        let output = try await Program.load.run(command, "--address", engine.address, Self.short)
        #expect(output.code == 69 && !output.text.contains("SingleConnectionFailure"))
        #expect(output.err.contains { $0.contains("connection refused") }, "\(output)")
      }
    }
  }

  @Test("a server that takes connections and says nothing is no engine that did well")
  func silence() async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(server.localAddress?.port)
    let output = try await Program.load.run(
      "run", "--address", "127.0.0.1:\(port)", Self.short, "--sessions", "1", "--duration", "2")
    #expect(output.code == 97 && output.text.contains("no session opened"), "\(output)")
    try await server.close()
  }

  /// A trace that no engine answers.
  private static let unanswered = """
    trace 1
    experience home-refined
    client checks
    surface width=375 height=812 scale=3 top=44 bottom=34
    > 0 scroll home 1 began x=0 y=100
    > 16000 scroll home 1 ended x=0 y=101 velocity=0
    > 32000 scroll home 1 settled x=0 y=101

    """

  @Test("exit codes and their reasons in words, before a session is opened if that is early enough")
  func exitCodes() async throws {
    let trace = try self.folder.write("silent.txt", Self.unanswered)
    let report = self.folder.path("report.json")
    let measured = [trace, "--total", "3", "--spread", "0", "--json", report]
    try await ProgramEngine.with { engine in
      let broken = try await self.run(engine, measured + ["--slo", "directive_latency:p99<5ms"])
      #expect(broken.code == 99)
      #expect(
        broken.text.contains("BROKEN directive_latency:p99<5ms  (nothing was measured)"),
        "\(broken)")
      #expect(try await self.run(engine, measured + ["--slo", "errors==0"]).code == 0)
      let address = ["--address", engine.address]
      for (code, words, arguments) in [
        (97, "no directive was timed", ["compare", report, "--against", report]),
        (64, "is not a report of", ["compare", report, "--against", trace]),
        (
          73, "no such directory '/attic'",
          ["run"] + address + [Self.short, "--json", "/attic/report"]
        ),
        (73, "is a directory", ["run"] + address + [Self.short, "--html", "/tmp"]),
        (73, "/attic/x.txt", ["generate", "--output", "/attic/x.txt"]),
        (65, "silent.md", ["replay"] + address + [try self.folder.write("silent.md", "# no")]),
      ] {
        let output = try await Program.load.run(arguments)
        #expect(output.code == code && output.text.contains(words), "\(output)")
        #expect(!output.text.contains("NSCocoaErrorDomain"))
      }
    }
  }

  @Test("generate writes sessions of consecutive seeds, over the experiences in turn")
  func generate() async throws {
    let folder = self.folder.path("generated")
    let output = try await Program.load.run(
      ["generate", "--sessions", "12", "--seed", "5", "--changes", "--output", folder])
    #expect(output.code == 0 && output.text.contains("12 sessions: "), "\(output)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count == 12)
    #expect(files.contains("home-refined-5.trace") && files.contains("home-refined-16.trace"))
  }

  @Test("TLS, certificates and tokens, of run, replay and chaos")
  func access() async throws {
    let files = try CertificateFiles(in: self.folder)
    let issuer = Issuer()
    let keys = self.folder.url("keys.json")
    try issuer.writeKeys(to: keys)
    let options = files.mutual + issuer.options(keys: keys.path)
    let peer = try files.authority.issue(.dnsName("localhost"))
    let tokens = try ["anna", "otto"].map { try issuer.token(claims: ["sub": "\"\($0)\""]) }
    let letIn = [
      "--tls-ca", self.folder.path("root.pem"), "--tls-server-name", "localhost",
      "--tls-certificate", try self.folder.write("peer.pem", peer.pem),
      "--tls-key", try self.folder.write("peer-key.pem", peer.key),
      "--token-file", try self.folder.write("tokens", tokens.joined(separator: "\n")),
    ]
    func expect(
      _ code: Int32, _ words: String, of arguments: [String], _ access: some Sequence<String>
    ) async throws {
      let output = try await Program.load.run(arguments + access)
      #expect(output.code == code, "\(arguments): \(output)")
      #expect(words.isEmpty || output.text.contains(words), "\(arguments): \(output)")
    }
    try await ProgramEngine.with(options) { engine in
      let address = ["--address", engine.address]
      let run = ["run"] + address + Self.patience + [Self.short]
      try await expect(
        0, "4 opened, 4 ended", of: run + ["--total", "4", "--sessions", "2"], letIn)
      try await expect(
        0, "", of: run + ["--total", "4", "--cut-every", "0.5", "--speed", "0.5x"], letIn)
      try await expect(
        0, "", of: ["replay"] + address + ["--speed", "max", Self.short], letIn)
      try await expect(
        0, "violations   0",
        of: ["chaos", "--engine", Program.engine.path, "--sessions", "2", "--cuts", "2"]
          + options.map { "--engine-option=\($0)" }, letIn)
      for command in ["run", "replay"] {
        let whole = [command] + address + [Self.short]
        try await expect(
          69, "TLS: certificate verify failed", of: whole, ["--tls"] + letIn.dropFirst(2))
        try await expect(
          69, "TLS: the server's certificate does not match the host name", of: whole,
          letIn.prefix(3) + ["attic"] + letIn.dropFirst(4))
      }
      let two = run + ["--total", "2"]
      try await expect(98, "× TOKEN_MISSING: ", of: two, letIn.prefix(8))
      try await expect(
        64, "/attic/key cannot be read: no such file or directory", of: two,
        letIn.prefix(7) + ["/attic/key"])
    }
  }
}
