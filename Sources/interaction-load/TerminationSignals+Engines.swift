import InteractionChaos
import InteractionCommandLine

extension TerminationSignals {
  /// Runs `body`, which the first SIGINT or SIGTERM cancels; the next one kills the engines that it
  /// started, and exits.
  static func endsInOrder<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await self.cancels(
      saying: "interaction-load: stopping; a second signal exits immediately",
      atOnce: EngineProcess.killAll, body)
  }
}
