import Foundation
import InteractionMonitoring
import InteractionService
import Logging

/// Notifications to the supervisor, such as systemd.
extension Serve {
  /// Returns the supervisor that `NOTIFY_SOCKET` names; without one it sends nothing.
  static func supervisor(logger: Logger) throws -> Supervisor {
    do {
      return try Supervisor(
        socket: ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], logger: logger)
    } catch {
      throw UserFacingError("\(error)")
    }
  }

  /// Notifies the supervisor when the engine shuts down, by a signal or by an operator's call.
  static func notify(_ supervisor: Supervisor, whenDraining engine: Engine) async {
    await engine.waitUntilDraining()
    // If a listener fails, this wait is cancelled.
    if engine.isShuttingDown { supervisor.notify(.stopping(status: "draining")) }
  }
}
