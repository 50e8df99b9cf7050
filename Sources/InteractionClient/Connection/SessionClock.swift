package import GRPCCore

/// The clock of sessions: the system's, or a test's.
@available(InteractionEngine 1.0, *)
package struct SessionClock: Sendable {
  /// Returns the current time; monotonic.
  package var now: @Sendable () -> ContinuousClock.Instant
  /// Sleeps until a time; throws `CancellationError`.
  package var sleep: @Sendable (_ until: ContinuousClock.Instant) async throws -> Void
  /// The executor of the sessions' tasks; nil for the default executor.
  package var executor: (any TaskExecutor)?

  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    sleep: @escaping @Sendable (_ until: ContinuousClock.Instant) async throws -> Void,
    executor: (any TaskExecutor)? = nil
  ) {
    self.now = now
    self.sleep = sleep
    self.executor = executor
  }

  /// The system's continuous clock, and the default executor.
  package static let system = SessionClock(
    now: { .now }, sleep: { try await Task.sleep(until: $0, clock: .continuous) })

  /// Sleeps for a duration; throws `CancellationError`.
  func sleep(for duration: Duration) async throws {
    try await self.sleep(self.now() + duration)
  }
}

/// A transport with its own clock, which the sessions of its client use.
@available(InteractionEngine 1.0, *)
package protocol ClockedTransport: ClientTransport {
  /// The clock; the same for every transport to the same servers.
  var clock: SessionClock { get }
}

@available(InteractionEngine 1.0, *)
extension SessionClock {
  /// The clock of the transports that `endpoint` makes; the system's if they are not clocked.
  init<Transport: ClientTransport>(of endpoint: (() throws -> Transport)?) {
    let isClocked = Transport.self is any ClockedTransport.Type
    let transport = isClocked ? try? endpoint?() : nil
    self = (transport as? any ClockedTransport)?.clock ?? .system
  }
}
