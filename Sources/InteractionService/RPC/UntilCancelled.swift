import GRPCCore

/// Runs `body` until it ends or the RPC is cancelled, by a client that has gone or a server that
/// goes down. The RPC's cancellation is not the task's: whoever does not watch it keeps the server.
func untilCancelled(
  _ context: ServerContext, _ body: @escaping @Sendable () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await body() }
    group.addTask { try await context.cancellation.cancelled }
    defer { group.cancelAll() }
    try await group.next()
  }
}
