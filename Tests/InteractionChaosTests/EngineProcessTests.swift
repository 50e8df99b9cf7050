import Foundation
import InteractionChaos
import Testing

@Suite("Engines in processes of their own")
struct EngineProcessTests {
  @Test("An engine that was starting when its starter was cancelled can still be ended")
  func cancelledStart() async throws {
    try await withProgram("sleep 0.3; echo listening on 127.0.0.1:1234; exec sleep 60") { engine in
      let start = Task { try await engine.start() }
      start.cancel()
      try await start.value
      #expect(engine.port == 1234)
      let exit = await engine.terminate()
      #expect(exit.wasKilled)
      #expect(exit.code == SIGTERM)
    }
  }

  @Test("An engine that says something else is ended, and what it said is told")
  func wrongHello() async throws {
    try await withProgram("echo no port here; exec sleep 60") { engine in
      let error = await #expect(throws: EngineProcessError.self) { try await engine.start() }
      #expect(error?.description == "the engine did not start: 'no port here'")
    }
  }

  @Test("An engine that says nothing has its exit code told")
  func noHello() async throws {
    try await withProgram("exit 7") { engine in
      let error = await #expect(throws: EngineProcessError.self) { try await engine.start() }
      #expect(error?.description == "the engine did not start: exited(7)")
    }
  }

  private func withProgram(
    _ script: String, _ body: (EngineProcess) async throws -> Void
  ) async throws {
    let program = FileManager.default.temporaryDirectory
      .appendingPathComponent("engine-\(UUID().uuidString)")
    try "#!/bin/sh\n\(script)\n".write(to: program, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: program) }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    try await body(EngineProcess(binary: program, arguments: []))
  }
}
