import InteractionCore

/// The mapping from session time to film time: real time, with long pauses shortened and short ones
/// extended, so that their results are visible.
struct FilmTime {
  /// The minimum and maximum pause, s; intervals of a few frames are not pauses.
  static let pauses = 0.3 ... 0.7
  /// The time for which the first and the last picture stand, s.
  static let rest = 0.6

  /// The points at which the speed changes, in session time and film time.
  private var knots: [(session: Double, film: Double)]

  /// - Parameter moments: The times of visible changes, in order.
  init(_ moments: [Instant], since start: Instant) {
    self.knots = [(0, Self.rest)]
    for moment in moments {
      let time = (moment - start).seconds
      let last = self.knots[self.knots.count - 1]
      guard time > last.session else { continue }
      let span = time - last.session
      let pause = min(max(span, Self.pauses.lowerBound), Self.pauses.upperBound)
      self.knots.append((time, last.film + (span < 0.06 ? span : pause)))
    }
  }

  /// The length of the film, s.
  var length: Double { self.knots[self.knots.count - 1].film + 2 * Self.rest }

  /// Returns the film time of a time in seconds since the session's start.
  func film(_ session: Double) -> Double {
    guard let next = self.knots.firstIndex(where: { $0.session > session }) else {
      let last = self.knots[self.knots.count - 1]
      return last.film + min(session - last.session, Self.rest)
    }
    guard next > 0 else { return 0 }
    let (a, b) = (self.knots[next - 1], self.knots[next])
    return a.film + (session - a.session) / (b.session - a.session) * (b.film - a.film)
  }
}
