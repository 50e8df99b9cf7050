import Foundation
import InteractionTrace
import InteractionWire
import Testing

@Suite("Engines that crash, stand still, or have few descriptors", .timeLimit(.minutes(10)))
struct ProcessTests {
  /// Returns a limit of descriptors with which an engine starts, lower than its clients'
  /// connections.
  private static func few() async throws -> Int {
    let output = try await Program.engine.run(["serve", "--port", "0"], limits: ["nofile": 40])
    let found = try #require(
      output.text.firstMatch(of: /file descriptor limit is 40; must be at least (\d+)/), "\(output)"
    )
    return max(64, try #require(Int(found.1)))
  }

  @Test("a crash prints a backtrace, with the variable that the image and the systemd unit set")
  func crash() async throws {
    let variable = try Backtraces.variable()
    try await ProgramEngine.with {
      $0.environment["SWIFT_BACKTRACE"] = variable
    } _: { engine in
      try Backtraces.fault(in: engine)
      try await engine.told("Backtrace took ")
      #expect(engine.text.contains("*** Program crashed: Illegal instruction at 0x"))
      let frames = engine.text.matches(of: /\n +\d+ [^\n]*0x[0-9a-f]{16} [^\n]* in ([^ \n]+)/)
      #expect(frames.contains { $0.1 == "interaction-engine" })
      // The signal came from outside, so it is not raised again after the backtrace.
      try Backtraces.fault(in: engine)
      #expect(try await engine.ended() == -SIGILL)
    }
  }

  @Test("an engine that was stopped for a while reads what clients sent before any counts as idle")
  func stopped() async throws {
    try await ProgramEngine.with(["--limit", "idle-connection-seconds=2"]) { engine in
      var clients: [TestStream] = []
      for _ in 0 ..< 20 {
        clients.append(TestStream(try engine.caller()))
        try await clients[clients.count - 1].open()
      }
      engine.tell(SIGSTOP)
      for client in clients { try await client.events([.tap(1)]) }
      // Longer than the idle timeout of a connection.
      try await Task.sleep(for: .seconds(4))
      engine.tell(SIGCONT)
      for client in clients { #expect(try await client.acked(1).tabs == [1]) }
    }
  }

  private func isOpened(_ engine: ProgramEngine, _ session: String) async throws -> Bool {
    let end = await CallCompletion.of {
      try await TestStream(engine.caller()).open { $0.sessionID = session }
    }
    return end == .well
  }

  @Test("more connections than there are descriptors: some are closed, and the others go on")
  func descriptors() async throws {
    let few = try await Self.few()
    try await ProgramEngine.with(["--monitoring-port", "0"]) {
      $0.limits = ["nofile": few]
    } _: { engine in
      let witness = TestStream(engine)
      try await witness.open { $0.sessionID = "witness" }
      for turn in 0 ..< 3 {
        let callers = CallTasks()
        let found = await withTaskGroup(of: Bool.self) { group in
          for number in 0 ..< 100 {
            group.addTask {
              let end = await CallCompletion.of {
                let caller = try engine.caller(in: callers)
                try await TestStream(caller).open { $0.sessionID = "s\(turn)-\(number)" }
              }
              return end == .well
            }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(engine.descriptors <= few - 4)
        #expect(0 < found && found < few, "\(found) of 100 opened a session")
        #expect(try await engine.monitor.get("/health/live").status == 200)
        #expect(try await witness.exchange(.tap(1), .tap(0)).tabs == [1, 0])
        callers.cancel()
        // Others are admitted once the engine has detected the closed connections.
        while try await !self.isOpened(engine, "after-\(turn)") {
          try await Task.sleep(for: .milliseconds(100))
        }
      }
    }
  }

  @Test("the log shows the allocation of file descriptors")
  func shares() async throws {
    try await ProgramEngine.with(["--limit", "connections=5000"]) {
      ($0.level, $0.limits) = ("info", ["nofile": 1024])
    } _: { engine in
      try await engine.told("descriptors=1024")
      try await engine.told("--limit connections exceeds the available file descriptors")
    }
  }

  @Test("a connection that is one too many is refused, and told")
  func oneTooMany() async throws {
    try await ProgramEngine.with(["--limit", "connections=1"]) {
      $0.level = "info"
    } _: { engine in
      try await TestStream(engine).open { $0.sessionID = "first" }
      #expect(try await !self.isOpened(engine, "second"))
      try await engine.told(#"event="connection refused" message="connection limit of 1 reached""#)
    }
  }

  @Test("recordings of more sessions than there are descriptors: every one is there")
  func recordings() async throws {
    let few = try await Self.few()
    let folder = try TestFolder()
    try await ProgramEngine.with(["--record", folder.path]) {
      $0.limits = ["nofile": few]
    } _: { engine in
      let clients = (0 ..< 200).map { _ in TestStream(engine) }
      for (number, client) in clients.enumerated() {
        try await client.open { $0.sessionID = "s\(number)" }
      }
      for client in clients { try await client.exchange(.tap(1)) }
      #expect(engine.descriptors <= few - 4)
      for client in clients { #expect(await client.close().end == .well) }
      for number in 0 ..< 200 {
        let file = folder.url("s\(number).1.trace")
        while Self.numbers(in: file) != [1] {
          try await Task.sleep(for: .milliseconds(50))
        }
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.count == 200)
    }
  }

  /// Returns the numbers of a recording's events; empty while the file is incomplete.
  private static func numbers(in file: URL) -> [UInt64] {
    (try? Trace(file: file).numbers) ?? []
  }
}

/// Crash reports of Swift programs.
enum Backtraces {
  /// Returns the variable that makes a crashing program print a backtrace on standard error, using
  /// the toolchain's helper.
  static func variable() throws -> String {
    let helper = try Self.compiler().deletingLastPathComponent()
      .appending(path: "../libexec/swift/linux/swift-backtrace-static").standardizedFileURL
    try #require(FileManager.default.isExecutableFile(atPath: helper.path), "\(helper.path)")
    return
      "enable=yes,interactive=no,color=no,output-to=stderr,threads=crashed,registers=none,images=all,swift-backtrace=\(helper.path)"
  }

  /// Returns the toolchain's compiler.
  static func compiler() throws -> URL {
    try #require(
      ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map { URL(filePath: "\($0)/swiftc") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    ).resolvingSymlinksInPath()
  }

  /// Raises SIGILL on an event loop's thread.
  static func fault(in engine: ProgramEngine) throws {
    let process = engine.process.identifier
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    let loop = threads.first { thread in
      let name = try? String(
        contentsOfFile: "/proc/\(process)/task/\(thread)/comm", encoding: .utf8)
      return name?.hasPrefix("NIO") == true
    }
    let thread = try #require(loop.flatMap { Int32($0) })
    // Swift does not import this glibc function.
    typealias Kill = @convention(c) (pid_t, pid_t, CInt) -> CInt
    let kill = unsafeBitCast(try #require(dlsym(nil, "tgkill")), to: Kill.self)
    #expect(kill(process, thread, SIGILL) == 0)
  }
}
