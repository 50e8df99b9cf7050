import InteractionCore

/// The distance by which a view lags behind its finger or list. Links begin only once the engine
/// has sent them; the view then catches up gradually instead of jumping.
struct CatchUpOffset: Hashable, Sendable {
  /// The distance at ``since``, pt.
  var distance: Double
  var since: Instant

  /// Returns the remaining distance, pt.
  func remaining(at now: Instant) -> Double {
    let part = (now - self.since).seconds / Self.time.seconds
    return self.distance * (1 - CubicBezier.easeOut.progress(at: part))
  }

  func isOver(at now: Instant) -> Bool { now >= self.since + Self.time }

  /// The duration of catching up.
  static let time = TimeSpan.milliseconds(150)
}
