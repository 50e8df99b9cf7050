import InteractionChaos
import InteractionCommandLine

extension Interruption {
  /// Runs `body`, which ends in order when it is cancelled. Engines that it started end with the
  /// process.
  static func endsInOrder<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await self.cancels(
      saying: "interaction-load: ending in order; once more ends it at once",
      atOnce: EngineProcess.killAll, body)
  }
}
