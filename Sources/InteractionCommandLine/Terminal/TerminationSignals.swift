import Foundation
import UnixSignals

/// Termination signals: the first cancels a command, the next ends it at once.
public enum TerminationSignals {
  /// Runs `body`; the first SIGINT or SIGTERM cancels its task.
  ///
  /// - Parameters:
  ///   - notice: A line that is printed then.
  ///   - end: Called at the next signal, before the process exits.
  public static func withCancellation<Result: Sendable>(
    notice: String, onSecondSignal end: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let work = Task { try await body() }
    let watch = Task {
      for await signal in signals {
        if work.isCancelled {
          end()
          Foundation.exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
        }
        Console.error(notice)
        work.cancel()
      }
    }
    defer { watch.cancel() }
    return try await work.value
  }
}
