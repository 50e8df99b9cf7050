import InteractionCore
import Synchronization

/// The lease-based fence of an engine: past its deadline the engine must not act on its sessions,
/// since other engines may have resumed them while it was frozen. Without a fleet there is no
/// deadline.
///
/// A value in the engine's own storage: a reference would make event loops contend for its count.
@available(InteractionEngine 1.0, *)
struct Fence: ~Copyable, Sendable {
  /// The deadline, µs of server time; the maximum for none.
  private let deadline = Atomic<Int64>(.max)

  /// Returns whether the engine may act on its sessions.
  ///
  /// - Parameter now: The server time; evaluated only in a fleet.
  func allows(_ now: @autoclosure () -> Instant) -> Bool {
    let deadline = self.deadline.load(ordering: .relaxed)
    return deadline == .max || now().microseconds <= deadline
  }

  func move(to deadline: Instant) {
    self.deadline.store(deadline.microseconds, ordering: .relaxed)
  }
}
