import Foundation
import GRPCCore
import InteractionIdentity
import InteractionStream

/// Runs `body` until it ends, the RPC is cancelled, or the caller's token has expired. All calls
/// that may outlast their token use this.
///
/// An RPC is cancelled when the client disconnects or the server drains, which does not cancel the
/// task.
///
/// - Returns: The result of `body`; nil if the RPC is cancelled first.
/// - Throws: The error of `body`, or `TOKEN_EXPIRED`.
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
    if let call = AuthenticationInterceptor.call, let end = call.end {
      group.addTask {
        try await WallClockSleep.wait(until: end)
        throw StreamError.tokenExpired
      }
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}

/// Waiting by the wall clock, which may jump.
@available(InteractionEngine 1.0, *)
enum WallClockSleep {
  /// The maximum time between two readings of the clock.
  private static let longestWait = Duration.seconds(5)

  /// Waits until a wall-clock time, or until the task is cancelled.
  static func wait(until end: Date) async throws {
    while case let left = end.timeIntervalSinceNow, left > 0 {
      try await Task.sleep(for: min(.seconds(left), Self.longestWait))
    }
  }
}
