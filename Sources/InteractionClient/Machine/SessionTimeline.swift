import InteractionCore

/// The conversion between session time and the clock of the session's connections.
struct SessionTimeline: Hashable, Sendable {
  /// The session time at ``clockStart``.
  let start: Instant
  let clockStart: MonotonicTime

  /// Returns the session time at a time of the clock.
  func time(at now: MonotonicTime) -> Instant {
    self.start + (now - self.clockStart)
  }

  /// Returns the time of the clock at a session time.
  func clock(at time: Instant) -> MonotonicTime {
    self.clockStart + (time - self.start)
  }
}
