import InteractionCore

/// When the film shows which moment of the session: as fast as it was, with long pauses shortened,
/// and short ones made long enough to see what came of it.
struct FilmTime {
  /// The shortest and the longest pause, s; what is shorter than a few frames is none.
  static let pauses = 0.3 ... 0.7
  /// How long the first and the last picture stand, s.
  static let rest = 0.6

  /// Session time and film time where the speed changes.
  private var knots: [(session: Double, film: Double)]

  /// - Parameter moments: when something is to be seen, in order.
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

  /// How long the film is, s.
  var length: Double { self.knots[self.knots.count - 1].film + 2 * Self.rest }

  /// The film time of a moment, given in seconds after the session's start.
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
