import Foundation
import InteractionService
import Logging
import UnixSignals

/// What signals mean.
extension Serve {
  /// How long a SIGTERM is taken for an echo of the signal before: supervisors send it to the
  /// process and then to its group.
  private static let echoTime = Duration.seconds(1)

  /// Begins the way down at the first signal, and goes at once when told so again.
  static func goDown(
    _ engine: Engine, on signals: UnixSignalsSequence, logger: Logger
  ) async {
    var beginning: ContinuousClock.Instant?
    for await signal in signals {
      let now = ContinuousClock.now
      if let beginning {
        if signal == .sigterm, now - beginning < Self.echoTime { continue }
        logger.notice("going down at once", metadata: ["signal": "\(signal)"])
        Foundation.exit(1)
      }
      logger.info("going down", metadata: ["signal": "\(signal)"])
      beginning = now
      engine.drain()
    }
  }
}
