import InteractionCore

/// The conversion between session time and the clock of the session's connections.
@available(InteractionEngine 1.0, *)
struct SessionTimeline: Hashable, Sendable {
  /// The session time at ``clockStart``.
  let start: Instant
  let clockStart: ContinuousClock.Instant

  /// Returns the session time at a time of the clock.
  func time(at now: ContinuousClock.Instant) -> Instant {
    let (seconds, attoseconds) = (now - self.clockStart).components
    return self.start
      + TimeSpan(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }

  /// Returns the time of the clock at a session time.
  func clock(at time: Instant) -> ContinuousClock.Instant {
    self.clockStart + .microseconds((time - self.start).microseconds)
  }
}
