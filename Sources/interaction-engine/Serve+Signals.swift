import Foundation
import InteractionService
import Logging
import UnixSignals

/// Signal handling.
extension Serve {
  /// The time within which another SIGTERM counts as a duplicate: supervisors signal the process
  /// and then its group.
  private static let duplicateSignalTime = Duration.seconds(1)

  /// Begins a graceful shutdown at the first signal, and exits at the second.
  static func shutDown(
    _ engine: Engine, on signals: UnixSignalsSequence, logger: Logger
  ) async {
    var beginning: ContinuousClock.Instant?
    for await signal in signals {
      let now = ContinuousClock.now
      if let beginning {
        if signal == .sigterm, now - beginning < Self.duplicateSignalTime { continue }
        logger.notice("exiting immediately", metadata: ["signal": "\(signal)"])
        Foundation.exit(1)
      }
      logger.info("shutting down", metadata: ["signal": "\(signal)"])
      beginning = now
      engine.drain()
    }
  }
}
