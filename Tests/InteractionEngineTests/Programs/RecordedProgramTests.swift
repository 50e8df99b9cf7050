import Foundation
import InteractionTrace
import InteractionWire
import Testing

@Suite("Recordings of engines that are killed, and of a disk that is full", .timeLimit(.minutes(5)))
struct RecordedProgramTests {
  /// Checks that a recording replays locally, without any other file.
  private func expectReplay(_ file: URL) async throws {
    let output = try await Program.load.run("replay", "--local", "--quiet", file.path)
    #expect(output.code == 0 && output.err == [])
    #expect(output.out.count { $0.contains("all as recorded") } == 1, "\(output)")
  }

  @Test("of a session that was open when its engine was killed, all but the last second is there")
  func killed() async throws {
    let folder = try TestFolder()
    let recordings = folder.url("recordings/here")
    try await ProgramEngine.with(["--record", recordings.path]) { engine in
      let client = TestStream(engine)
      try await client.open { $0.sessionID = "cut" }
      try await client.exchange((0 ..< 20).map { .tap($0 % 3, at: Int64($0)) })
      let file = recordings.appending(path: "cut.1.trace")
      // Written within a second, long before the time limit of the test.
      while (try? Trace(file: file).numbers.count) != 20 {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try await engine.ended(by: SIGKILL) == -SIGKILL)
      #expect(try Trace(file: file).numbers == Array(1 ... 20))
      try await self.expectReplay(file)
    }
  }

  @Test("a disk that becomes full costs a part of the recording, and cuts no record")
  func fullDisk() async throws {
    let folder = try TestFolder()
    let file = folder.url("full.1.trace")
    try await ProgramEngine.with(["--record", folder.path]) {
      ($0.level, $0.limits) = ("warning", ["fsize": 20_000])
    } _: { engine in
      let client = TestStream(engine)
      try await client.open { $0.sessionID = "full" }
      try await client.exchange((0 ..< 10).map { .tap($0 % 3) })
      while (try? Trace(file: file).steps.isEmpty) != false {
        try await Task.sleep(for: .milliseconds(50))
      }
      for _ in 0 ..< 10 { try await client.exchange((0 ..< 100).map { .tap($0 % 3) }) }
      #expect(await client.close().end == .well)
      try await engine.told("recording incomplete", "full.1.trace")
      _ = try await engine.ended(by: SIGKILL)
      // A truncated record would be a parse error.
      let trace = try Trace(file: file)
      #expect(trace.header.connection?.session == "full" && !trace.steps.isEmpty)
    }
  }
}
