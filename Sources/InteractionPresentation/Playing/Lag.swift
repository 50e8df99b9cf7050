import InteractionCore

/// How far what follows a finger or a list lags behind: it may only follow when the engine says so,
/// which takes time, and then catches up instead of jumping there.
struct Lag: Hashable, Sendable {
  /// How far it lags behind at ``since``, pt.
  var distance: Double
  var since: Instant

  /// How far it still does.
  func remaining(at now: Instant) -> Double {
    let part = (now - self.since).seconds / Self.time.seconds
    return self.distance * (1 - CubicBezier.easeOut.progress(at: part))
  }

  func isOver(at now: Instant) -> Bool { now >= self.since + Self.time }

  /// Within which time it catches up.
  static let time = TimeSpan.milliseconds(150)
}
