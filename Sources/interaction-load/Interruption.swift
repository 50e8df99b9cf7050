import Foundation
import InteractionChaos
import InteractionConsole
import UnixSignals

/// What Ctrl-C means: the first one asks for an end in order, the next one ends everything at once.
enum Interruption {
  /// Runs `body`; its task is cancelled at the first SIGINT or SIGTERM.
  static func cancels<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let work = Task { try await body() }
    let watch = Task {
      for await signal in signals {
        if work.isCancelled {
          EngineProcess.killAll()
          Foundation.exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
        }
        Console.complain("interaction-load: ending in order; once more ends it at once")
        work.cancel()
      }
    }
    defer { watch.cancel() }
    return try await work.value
  }
}
