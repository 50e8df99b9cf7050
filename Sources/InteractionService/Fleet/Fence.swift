import InteractionCore
import Synchronization

/// Until when an engine may act on its sessions: an engine that was frozen must not, since others
/// may have them by now. Without a fleet it always may.
///
/// A value in the engine's own storage: event loops that count references to it would wait for each
/// other.
@available(InteractionEngine 1.0, *)
struct Fence: ~Copyable, Sendable {
  /// µs, in server time.
  private let deadline = Atomic<Int64>(.max)

  /// - Parameter now: Server time, which is looked at only in a fleet.
  func allows(_ now: @autoclosure () -> Instant) -> Bool {
    let deadline = self.deadline.load(ordering: .relaxed)
    return deadline == .max || now().microseconds <= deadline
  }

  func move(to deadline: Instant) {
    self.deadline.store(deadline.microseconds, ordering: .relaxed)
  }
}
