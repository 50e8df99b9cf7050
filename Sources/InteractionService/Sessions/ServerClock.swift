package import Foundation
package import InteractionCore

/// The server's own time, which never runs backwards.
@available(InteractionEngine 1.0, *)
package struct ServerClock: Sendable {
  /// Nanoseconds since the machine's start.
  private let start = DispatchTime.now().uptimeNanoseconds

  package init() {}

  /// Microseconds since the clock was made.
  package var now: Instant {
    Instant(microseconds: Int64((DispatchTime.now().uptimeNanoseconds - self.start) / 1_000))
  }

  /// The moment on this clock that the wall clock calls `date`, as far as that can be known now.
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
