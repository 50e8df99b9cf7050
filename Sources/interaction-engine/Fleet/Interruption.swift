import Foundation
import InteractionConsole
import UnixSignals

/// Ends a publication in order at the first SIGINT or SIGTERM, and at once at the next one.
enum Interruption {
  /// Runs `body`; its task is cancelled at the first signal.
  ///
  /// - Parameter seconds: How long engines can accept what is being offered.
  static func cancels<Result: Sendable>(
    within seconds: Int64, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let work = Task { try await body() }
    let watch = Task {
      for await signal in signals {
        if work.isCancelled {
          Console.complain(
            "interaction-engine: ended before the offer was withdrawn; engines can accept it for"
              + " \(seconds) s while the store is up")
          Foundation.exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
        }
        Console.complain("interaction-engine: withdrawing what is offered; once more ends at once")
        work.cancel()
      }
    }
    defer { watch.cancel() }
    return try await work.value
  }
}
