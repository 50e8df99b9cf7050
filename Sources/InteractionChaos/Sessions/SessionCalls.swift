import InteractionClient
import Synchronization

/// The calls of a session, one for each connection attempt, with their times.
final class SessionCalls: Sendable {
  struct CallTimes: Hashable, Sendable {
    var began: ContinuousClock.Instant
    /// The end of the call; nil while it is open.
    var ended: ContinuousClock.Instant?
  }

  /// The time from a call's end until the session was open again.
  struct Gap: Hashable, Sendable {
    /// Measured from the end of the call on which the session was open.
    var total: Duration
    /// The last attempt's part of ``total``, from the start of its call.
    var lastAttempt: Duration
  }

  private let calls = Mutex<[CallTimes]>([])

  func begin(at now: ContinuousClock.Instant = .now) {
    self.calls.withLock { $0.append(CallTimes(began: now)) }
  }

  /// Ends the newest call, or an RPC that belongs to it.
  func end(at now: ContinuousClock.Instant = .now) {
    self.calls.withLock { calls in
      guard !calls.isEmpty else { return }
      calls[calls.count - 1].ended = now
    }
  }

  /// Returns the gaps before each opening.
  ///
  /// - Parameter openings: The number of the call, from 1, on which the session was opened, and the
  ///   time.
  func gaps(_ openings: [(epoch: UInt64, at: ContinuousClock.Instant)]) -> [Gap] {
    let calls = self.calls.withLock { $0 }
    var gaps: [Gap] = []
    // A failed attempt before the first opening counts as a loss.
    var last: UInt64 = 1
    for (epoch, time) in openings where epoch >= 1 && epoch <= UInt64(calls.count) {
      if epoch > last, let lost = calls[Int(last) - 1].ended {
        gaps.append(Gap(total: time - lost, lastAttempt: time - calls[Int(epoch) - 1].began))
      }
      last = epoch
    }
    return gaps
  }
}
