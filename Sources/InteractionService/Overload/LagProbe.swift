import InteractionCore

/// The lag of a periodic probe, which is queued behind the engine's work, or the time for which
/// input has waited for its turn, if that is longer. Only lag that lasts counts.
@available(InteractionEngine 1.0, *)
struct LagProbe: Sendable {
  /// The interval of the probe.
  static let interval = TimeSpan.milliseconds(50)
  /// The interval while the server has no connection, so that an idle process costs nothing.
  static let idleInterval = TimeSpan.milliseconds(500)
  /// The time for which every firing must be late.
  static let sustainedTime = TimeSpan.milliseconds(500)

  /// The lag above which a firing is late.
  let limit: TimeSpan
  private var due: Instant?
  private var lateSince: Instant?

  init(limit: TimeSpan) {
    self.limit = limit
  }

  /// Records that the probe fired, and fires again after `interval`. Returns the lag.
  ///
  /// - Parameter queueDelay: The time for which input has waited for its turn.
  @discardableResult
  mutating func fired(at now: Instant, queueDelay: TimeSpan, again interval: TimeSpan) -> TimeSpan {
    let lag = max(self.overdue(at: now), queueDelay)
    self.lateSince = lag > self.limit ? self.lateSince ?? self.due : nil
    self.due = now + interval
    return lag
  }

  /// Returns the time for which the engine has been late; nil if it is shorter than
  /// ``sustainedTime``. Also valid while the probe does not fire at all.
  func lateFor(at now: Instant) -> TimeSpan? {
    let isOverdue = self.overdue(at: now) > self.limit
    guard let since = self.lateSince ?? (isOverdue ? self.due : nil) else { return nil }
    let time = now - since
    return time > Self.sustainedTime ? time : nil
  }

  private func overdue(at now: Instant) -> TimeSpan {
    self.due.map { now - $0 } ?? .zero
  }
}
