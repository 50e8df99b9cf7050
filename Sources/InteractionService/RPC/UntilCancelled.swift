import Foundation
import GRPCCore
import InteractionIdentity
import InteractionStream

/// Runs `body` until it ends, the RPC is cancelled, or the caller's token has expired: the one way
/// in which calls end that may outlast their token.
///
/// An RPC is cancelled by a client that has gone or a server that goes down. Its cancellation is
/// not the task's.
///
/// - Returns: What `body` returns; nil if the RPC is cancelled first.
/// - Throws: What `body` throws; `TOKEN_EXPIRED`.
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
    if let call = IdentityInterceptor.call, let end = call.end {
      group.addTask {
        try await WallTime.wait(until: end)
        throw StreamError.tokenExpired
      }
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}

/// Waits by the time of day, which may jump.
@available(InteractionEngine 1.0, *)
enum WallTime {
  /// The longest wait between two looks at the clock.
  private static let longestWait = Duration.seconds(5)

  /// Waits until a time of day, or until the task is cancelled.
  static func wait(until end: Date) async throws {
    while case let left = end.timeIntervalSinceNow, left > 0 {
      try await Task.sleep(for: min(.seconds(left), Self.longestWait))
    }
  }
}
