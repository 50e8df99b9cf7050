import InteractionCore

/// Whether the engine is behind with its work, by a clock that rings again and again and is itself
/// work. A moment of it is nothing; it has to last.
@available(InteractionEngine 1.0, *)
struct EngineLag: Sendable {
  /// How soon the clock rings again.
  static let interval = TimeSpan.milliseconds(50)
  /// How soon if the server has no connection: an idle process is to cost nothing.
  static let idleInterval = TimeSpan.milliseconds(500)
  /// How long every ring has to be too late.
  static let patience = TimeSpan.milliseconds(500)

  /// How late a ring may be.
  let limit: TimeSpan
  private var due: Instant?
  private var lateSince: Instant?

  init(limit: TimeSpan) {
    self.limit = limit
  }

  /// The clock rang, and does so again after `interval`. Returns how late.
  @discardableResult
  mutating func rang(at now: Instant, again interval: TimeSpan = Self.interval) -> TimeSpan {
    self.lateSince = self.isLate(at: now) ? self.lateSince ?? self.due : nil
    defer { self.due = now + interval }
    return self.due.map { now - $0 } ?? .zero
  }

  /// For how long the engine has been behind; nil if not for long. Known also while the clock does
  /// not ring at all.
  func standing(at now: Instant) -> TimeSpan? {
    guard let since = self.lateSince ?? (self.isLate(at: now) ? self.due : nil) else { return nil }
    let time = now - since
    return time > Self.patience ? time : nil
  }

  private func isLate(at now: Instant) -> Bool {
    self.due.map { now - $0 > self.limit } ?? false
  }
}
