import InteractionChaos
import InteractionCommandLine

extension TerminationSignals {
  /// Runs `body`, which the first SIGINT or SIGTERM cancels; the next one kills the engines that it
  /// started, and exits.
  static func withGracefulExit<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await self.withCancellation(
      notice: "interaction-load: stopping; a second signal exits immediately",
      onSecondSignal: EngineProcess.killAll, body)
  }
}
