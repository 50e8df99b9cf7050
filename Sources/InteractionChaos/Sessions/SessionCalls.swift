import InteractionClient
import Synchronization

/// The calls of a session, one for each connection that it tried: when each began and ended.
final class SessionCalls: Sendable {
  struct Times: Hashable, Sendable {
    var began: ContinuousClock.Instant
    /// Nil while it goes on.
    var ended: ContinuousClock.Instant?
  }

  /// The time without a call before a session was open again.
  struct Gap: Hashable, Sendable {
    /// From the end of the call on which the session was open.
    var whole: Duration
    /// The part of it that the last attempt took, from the beginning of its call.
    var lastAttempt: Duration
  }

  private let calls = Mutex<[Times]>([])

  func begin(at now: ContinuousClock.Instant = .now) {
    self.calls.withLock { $0.append(Times(began: now)) }
  }

  /// The newest call, or a part of it, has ended.
  func end(at now: ContinuousClock.Instant = .now) {
    self.calls.withLock { calls in
      guard !calls.isEmpty else { return }
      calls[calls.count - 1].ended = now
    }
  }

  /// How long the session was without a call, each time: by which of the calls it was opened,
  /// counted from 1, and when it was open.
  func gaps(_ openings: [(epoch: UInt64, at: ContinuousClock.Instant)]) -> [Gap] {
    let calls = self.calls.withLock { $0 }
    var gaps: [Gap] = []
    // Before the first opening, an attempt that failed counts as a loss.
    var last: UInt64 = 1
    for (epoch, time) in openings where epoch >= 1 && epoch <= UInt64(calls.count) {
      if epoch > last, let lost = calls[Int(last) - 1].ended {
        gaps.append(Gap(whole: time - lost, lastAttempt: time - calls[Int(epoch) - 1].began))
      }
      last = epoch
    }
    return gaps
  }
}
