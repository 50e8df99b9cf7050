import Foundation
import GRPCCore
import InteractionWire
import Testing

@Suite("Times of day that jump by an hour under sessions", .timeLimit(.minutes(5)))
struct ClockTests {
  private static let hour = 3_600

  /// A wall clock that can be shifted for programs started with its variables.
  private struct WallClock {
    let variables: [String: String]
    private let file: String

    /// Makes a clock with an offset of 0.
    ///
    /// - Parameter library: The library that shifts a program's wall clock, by `LD_PRELOAD`.
    init(_ name: String, in folder: TestFolder, library: String) throws {
      self.file = folder.path(name)
      self.variables = ["LD_PRELOAD": library, "CLOCK_FILE": self.file]
      try Data(repeating: 0, count: 8).write(to: folder.url(name))
    }

    /// Sets the offset from the machine's clock.
    func set(ahead seconds: Int) throws {
      // In place, since programs have mapped the file.
      let file = try FileHandle(forUpdating: URL(filePath: self.file))
      try withUnsafeBytes(of: Int64(seconds)) { try file.write(contentsOf: Data($0)) }
      try file.close()
    }
  }

  /// An engine with its own wall clock, and open sessions.
  private final class ClockedEngine {
    let engine: ProgramEngine
    private let clock: WallClock
    private var sessions: [ResumableSession] = []
    private var jumps = 0

    init(_ engine: ProgramEngine, _ clock: WallClock) async throws {
      (self.engine, self.clock) = (engine, clock)
      for number in 0 ..< 5 { self.sessions.append(try await self.session("open-\(number)")) }
    }

    /// Opens a session that has a checkpoint.
    func session(_ name: String) async throws -> ResumableSession {
      let survivor = try await ResumableSession.opened(
        "\(name)-\(self.engine.port)-\(self.jumps)", on: TestStream(self.engine))
      try await self.tap(survivor)
      try #require(!survivor.checkpoint.token.isEmpty)
      return survivor
    }

    /// The time of a client's clock, µs.
    private var now: Int64 { Int64(ProcessInfo.processInfo.systemUptime * 1_000_000) }

    private func tap(_ survivor: ResumableSession) async throws {
      let frames = try await survivor.exchange([.tap(1, at: self.now), .tap(0, at: self.now)])
      #expect(frames.tabs == [1, 0])
    }

    /// Sets the clock, and waits until the engine has detected the jump.
    func jump(ahead seconds: Int) async throws {
      try self.clock.set(ahead: seconds)
      self.jumps += 1
      while try await self.engine.monitor.number("clock_jumps_total") != Double(self.jumps) {
        try await Task.sleep(for: .milliseconds(50))
      }
    }

    /// Checks that every session answers taps and heartbeats, and that the engine is ready.
    func expectUndisturbed() async throws {
      for session in self.sessions {
        try await session.conversation.send(.heartbeat(self.now))
        let frame = try await session.conversation.receive { $0.hasHeartbeat }
        for frame in frame { session.note(frame) }
        try await self.tap(session)
      }
      #expect(try await self.engine.monitor.get("/health/ready").status == 200)
    }

    /// Resumes a session of any engine here.
    func expectResumed(_ session: ResumableSession) async throws {
      session.conversation.cancel()
      try await session.resume(on: TestStream(self.engine))
    }

    /// Checks that a session's checkpoint has expired here.
    func expectExpired(_ session: ResumableSession) async throws {
      session.conversation.cancel()
      let opened = try await session.tryToResume(on: TestStream(self.engine))
      #expect(opened.outcome == .restarted && opened.restartReason == .expired)
    }

    /// Checks the number of checkpoints that were rejected as from the future, and their log lines.
    func expectFromFuture(_ count: Int) async throws {
      let counted = try await self.engine.monitor.number("checkpoints_from_future_total")
      #expect(counted == Double(count))
      try await self.expectTold(#"event="checkpoint refused: sealed in the future""#, count)
    }

    func expectJumpsTold() async throws {
      try await self.expectTold("wall clock jumped", self.jumps)
    }

    /// Waits until the log contains a text a number of times, since it is written asynchronously.
    private func expectTold(_ words: String, _ count: Int) async throws {
      while self.engine.text.ranges(of: words).count < count {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(self.engine.text.ranges(of: words).count == count)
    }
  }

  /// Runs `body` with an engine whose clock can be shifted.
  private func with(
    _ clock: WallClock, _ options: [String], _ body: (ProgramEngine) async throws -> Void
  ) async throws {
    try await ProgramEngine.with(["--monitoring-port", "0"] + options) {
      ($0.level, $0.environment) = ("info", clock.variables)
    } _: { engine in
      try await body(engine)
    }
  }

  @Test("at both of two engines, and at one: no session ends; checkpoints go by the time of day")
  func hour() async throws {
    let folder = try TestFolder()
    let library = try await folder.library("clock")
    let options = ["--checkpoint-keys", try await folder.addKey()]
    let clocks = try ["one", "two"].map { try WallClock($0, in: folder, library: library) }
    try await self.with(clocks[0], options) { first in
      try await self.with(clocks[1], options) { second in
        let one = try await ClockedEngine(first, clocks[0])
        let two = try await ClockedEngine(second, clocks[1])
        let both = [one, two]
        for (ahead, fromFuture) in [(Self.hour, 0), (0, 1)] {
          let before = try await one.session("before")
          for engine in both {
            try await engine.jump(ahead: ahead)
            try await engine.expectUndisturbed()
          }
          try await two.expectExpired(before)
          try await two.expectFromFuture(fromFuture)
          try await two.expectResumed(try await one.session("after"))
        }
        let before = try await one.session("before")
        try await one.jump(ahead: Self.hour)
        for engine in both { try await engine.expectUndisturbed() }
        try await one.expectExpired(before)
        try await one.expectResumed(try await one.session("after"))
        try await two.expectExpired(try await one.session("ahead"))
        try await two.expectFromFuture(2)
        try await one.expectExpired(try await two.session("behind"))
        try await one.expectFromFuture(0)
        for engine in both {
          try await engine.expectUndisturbed()
          try await engine.expectJumpsTold()
        }
      }
    }
  }

  @Test("past a token's end: that ends its stream, a grace later than exp")
  func tokens() async throws {
    let folder = try TestFolder()
    let clock = try WallClock("clock", in: folder, library: try await folder.library("clock"))
    let issuer = Issuer()
    try issuer.writeKeys(to: folder.url("keys.json"))
    try await self.with(clock, issuer.options(keys: folder.path("keys.json"))) { engine in
      // After the jump the second one is almost at the end of its grace period of 25 s.
      var clients: [TestStream] = []
      for left in [600, Self.hour - 15, 2 * Self.hour] {
        let token = try issuer.token(claims: ["exp": Issuer.time(in: Double(left))])
        let caller = try engine.caller(["authorization": "Bearer \(token)"])
        clients.append(TestStream(caller))
        try await clients[clients.count - 1].open()
      }
      try clock.set(ahead: Self.hour)
      #expect("\(await clients[0].rest().end)" == "unauthenticated TOKEN_EXPIRED")
      #expect(try await clients[1].exchange(.tap(1)).tabs == [1])
      #expect("\(await clients[1].rest().end)" == "unauthenticated TOKEN_EXPIRED")
      #expect(try await clients[2].exchange(.tap(1)).tabs == [1])
      try await engine.told("wall clock jumped")
    }
  }
}

extension TestFolder {
  /// Compiles a C library that changes system functions of a program, by `LD_PRELOAD`.
  fileprivate func library(_ name: String) async throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../scripts/lib/\(name).c")
    let compiler = try Backtraces.compiler().deletingLastPathComponent().appending(path: "clang")
    let library = self.path("\(name).so")
    let program = try await RunningProgram(
      [compiler.path, "-shared", "-fPIC", "-O1", source.standardizedFileURL.path, "-o", library],
      log: self.url("clang"))
    let code = try await program.ended()
    let complaints = try String(contentsOf: self.url("clang"), encoding: .utf8)
    try #require(code == 0, "\(complaints)")
    return library
  }
}
