import InteractionCore

/// The clock of sessions: the system's, or a test's.
package struct SessionClock: Sendable {
  /// Returns the current time.
  package var now: @Sendable () -> MonotonicTime
  /// Sleeps until a time; throws `CancellationError`.
  package var sleep: @Sendable (_ until: MonotonicTime) async throws -> Void
  /// Starts a task of a session.
  package var start:
    @Sendable (_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error>

  package init(
    now: @escaping @Sendable () -> MonotonicTime,
    sleep: @escaping @Sendable (_ until: MonotonicTime) async throws -> Void,
    start:
      @escaping @Sendable (_ work: @escaping @Sendable () async throws -> Void) -> Task<
        Void, any Error
      >
  ) {
    self.now = now
    self.sleep = sleep
    self.start = start
  }

  /// The system's clock, and tasks on the default executor.
  package static let system = SessionClock(
    now: { .now },
    sleep: { until in
      while until > .now {
        let wait = min(max(until - MonotonicTime.now, .zero), .seconds(86_400))
        try await Task.sleep(nanoseconds: UInt64(wait.microseconds) * 1_000)
      }
    }, start: { work in Task { try await work() } })
}
