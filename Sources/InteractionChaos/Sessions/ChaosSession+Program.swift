import InteractionCore
import Subprocess
import SystemPackage

extension ChaosSession {
  /// Runs a client program, which plays and checks all sessions of the plan.
  ///
  /// - Parameter ports: The ports of the proxies, one for each engine.
  func run(_ command: String, over ports: [Int]) async -> Log {
    let addresses = ports.map { port in
      self.plan.wire == .http2 ? "127.0.0.1:\(port)" : "ws://127.0.0.1:\(port)/v1/interact"
    }
    var log = Log(id: "client", directives: [], snapshot: Snapshot(settings: []))
    do {
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", command],
        environment: .inherit.updating([
          "ENGINES": addresses.joined(separator: ","), "SESSIONS": "\(self.plan.sessions)",
        ]), input: .none, output: .currentStandardOutput, error: .currentStandardError)
      switch result.terminationStatus {
      case .exited(0): break
      case .exited(let code): log.error = "the program ended with exit code \(code)"
      case .signaled(let signal): log.error = "the program ended by signal \(signal)"
      }
    } catch {
      log.error = "the program did not start: \(error)"
    }
    return log
  }
}
