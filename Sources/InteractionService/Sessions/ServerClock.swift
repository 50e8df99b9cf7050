package import InteractionCore

/// The server's own time, which never runs backwards.
package struct ServerClock: Sendable {
  private let start = ContinuousClock.now

  package init() {}

  /// Microseconds since the clock was made.
  package var now: Instant {
    let (seconds, attoseconds) = (ContinuousClock.now - self.start).components
    return Instant(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }

  /// Waits until `instant`, or until the task is cancelled.
  package func sleep(until instant: Instant) async throws {
    let wait = instant - self.now
    try await Task.sleep(for: .microseconds(max(wait.microseconds, 0)))
  }
}
