import Foundation
import InteractionMonitoring
import InteractionService
import Logging

/// What the program that started the engine hears of it.
extension Serve {
  /// The supervisor that the environment names, if it names one.
  static func supervisor(logger: Logger) throws -> Supervisor {
    do {
      return try Supervisor(
        socket: ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], logger: logger)
    } catch {
      throw Failure("\(error)")
    }
  }

  /// Tells a supervisor that an engine goes down, whether by a signal or by an operator's call.
  static func tell(_ supervisor: Supervisor, whenDrains engine: Engine) async {
    await engine.waitUntilDraining()
    // A listener that fails cancels this wait.
    if engine.isGoingDown { supervisor.tell(.stopping(status: "draining")) }
  }
}
