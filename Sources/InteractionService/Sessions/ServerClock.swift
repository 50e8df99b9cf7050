package import Foundation
package import InteractionCore

/// Server time, which is monotonic.
@available(InteractionEngine 1.0, *)
package struct ServerClock: Sendable {
  /// The start of the clock, ns since boot.
  private let start = DispatchTime.now().uptimeNanoseconds

  package init() {}

  /// The current time, in microseconds since the clock was created.
  package var now: Instant {
    Instant(microseconds: Int64((DispatchTime.now().uptimeNanoseconds - self.start) / 1_000))
  }

  /// Converts a wall-clock time, by the current offset between the clocks.
  package func instant(at date: Date) -> Instant {
    let seconds = min(max(date.timeIntervalSinceNow, -1e9), 1e9)
    return self.now + TimeSpan(microseconds: Int64(seconds * 1e6))
  }

  /// Waits until `instant`, or until the task is cancelled.
  package func sleep(until instant: Instant) async throws {
    let wait = instant - self.now
    try await Task.sleep(for: .microseconds(max(wait.microseconds, 0)))
  }
}
