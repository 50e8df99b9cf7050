import Foundation
import InteractionChaos
import Testing

@Suite("Client programs in chaos runs")
struct ClientProgramTests {
  @Test(
    "a run is good if its client program ends with 0, and tells any other end",
    arguments: [
      (
        "test $SESSIONS = 3 && echo $ENGINES | grep -qE '^ws://127.0.0.1:[0-9]+/v1/interact,ws'", []
      ),
      ("exit 3", ["client: the program ended with exit code 3"]),
      ("kill -9 $$", ["client: the program ended by signal 9"]),
      ("./missing", ["client: the program ended with exit code 127"]),
    ])
  func ends(command: String, violations: [String]) async throws {
    let engine = FileManager.default.temporaryDirectory
      .appendingPathComponent("engine-\(UUID().uuidString)")
    let script = """
      #!/bin/sh
      echo listening on 127.0.0.1:1
      echo listening on 127.0.0.1:2
      trap 'exit 0' TERM
      while true; do sleep 0.05; done

      """
    try script.write(to: engine, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: engine) }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: engine.path)
    var plan = ChaosPlan(programs: [engine])
    (plan.sessions, plan.cuts, plan.wire, plan.client) = (3, 0, .webSocket, command)
    let report = try await ChaosRun(plan).run()
    #expect(report.violations == violations)
    #expect(report.isGood == violations.isEmpty)
    #expect(report.sessions == 3)
  }
}
