import GRPCCore

/// Runs `body` until it ends or the RPC is cancelled, by a client that has gone or a server that
/// goes down. The RPC's cancellation is not the task's.
///
/// - Returns: What `body` returns; nil if the RPC is cancelled first.
@available(InteractionEngine 1.0, *)
@discardableResult
func untilCancelled<Value: Sendable>(
  _ context: ServerContext, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await context.cancellation.cancelled
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
