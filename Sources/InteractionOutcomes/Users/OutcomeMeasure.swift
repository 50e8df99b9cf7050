import InteractionWhatIf

/// A figure as outcomes show it, such as `rockets_per_session`: summed over users, and divided by
/// their sessions or their number.
package struct OutcomeMeasure: Hashable, Sendable {
  /// The divisor.
  enum Divisor: String, CaseIterable, Hashable, Sendable {
    case session, user

    var suffix: String { "_per_\(self.rawValue)" }
  }

  /// The number of sessions, which is no figure of a session.
  static let sessions = "sessions"

  /// The name, such as `rockets_per_session`.
  package let name: String
  /// The figure's name.
  let figure: String
  let divisor: Divisor

  /// Parses a name; nil if it has none of the suffixes, or is `sessions_per_session`.
  package init?(_ name: String) {
    guard let divisor = Divisor.allCases.first(where: { name.hasSuffix($0.suffix) }) else {
      return nil
    }
    let figure = String(name.dropLast(divisor.suffix.count))
    guard !figure.isEmpty, figure != Self.sessions || divisor == .user else { return nil }
    self.name = name
    self.figure = figure
    self.divisor = divisor
  }

  /// The measures that are shown by default, of those that occur.
  package static let usual = ["rockets_per_session", "floors_opened_per_session"]

  /// Returns the known names of figures: those that every experience may have, and those that
  /// occur.
  package static func knownFigures(in recordings: OutcomeRecordings) -> [String] {
    let named = Figure.named.map(\.name)
    return named + recordings.figures.subtracting(named).sorted() + [self.sessions]
  }

  /// The unit of the value: seconds, or none.
  var unit: String {
    let isTime = self.figure.hasPrefix("time_") || self.figure == Figure.firstRocket.name
    return isTime ? "s" : ""
  }

  /// Returns a user's contribution.
  func values(of sessions: [CountedSession]) -> (numerator: Double, denominator: Double) {
    var (sum, divisor) = (0.0, 0.0)
    for session in sessions {
      guard self.figure != Self.sessions else {
        sum += 1
        continue
      }
      if let (figure, value) = session.figures.first(where: { $0.key.name == self.figure }) {
        sum += figure.value(value, per: 1)
      }
      // As in comparisons of versions, the time to the first rocket is that of sessions with one.
      let isFirst = self.figure == Figure.firstRocket.name
      divisor += isFirst ? Double(session.figures[.sessionsWithRocket] ?? 0) : 1
    }
    return (sum, self.divisor == .user ? 1 : divisor)
  }

  /// Returns the sums over users, in their order.
  func sums(over users: [CountedUser]) -> RatioSums {
    var sums = RatioSums()
    for user in users {
      let (numerator, denominator) = self.values(of: user.sessions)
      sums.add(numerator, per: denominator)
    }
    return sums
  }
}
