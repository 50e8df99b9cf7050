/// An expectation of the new version's outcomes, such as `rockets_per_session within 10%`.
public struct OutcomeExpectation: Hashable, Sendable, CustomStringConvertible {
  /// The measured quantity.
  private enum Measure: Hashable, Sendable {
    /// The share of sessions in which something differs.
    case changedSessions
    /// A figure divided by the number of sessions; times in seconds.
    case perSession(String)
  }

  private enum Relation: Hashable, Sendable {
    /// The new value differs from the recorded one by at most this share of it.
    case within(Double)
    case atMost(Double)
    case atLeast(Double)
  }

  /// The result.
  public enum Verdict: Hashable, Sendable {
    case met
    case missed
    /// No session could be compared, or no recorded value exists to compare with.
    case undecided
  }

  /// The expectation as it was written.
  public let description: String
  private let measure: Measure
  private let relation: Relation

  /// Parses an expectation; nil if it is invalid. The grammar is in ``grammar``.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard words.count == 3, let bound = Self.number(words[2]) else { return nil }
    switch words[0] {
    case "changed_sessions": self.measure = .changedSessions
    case let name where name.hasSuffix("_per_session"):
      self.measure = .perSession(String(name.dropLast("_per_session".count)))
    default: return nil
    }
    let isPercent = words[2].hasSuffix("%")
    switch words[1] {
    case "within" where isPercent && self.measure != .changedSessions:
      self.relation = .within(bound)
    case "<=" where isPercent == (self.measure == .changedSessions): self.relation = .atMost(bound)
    case ">=" where isPercent == (self.measure == .changedSessions): self.relation = .atLeast(bound)
    default: return nil
    }
    self.description = words.joined(separator: " ")
  }

  /// The forms of an expectation.
  public static let grammar =
    "'FIGURE_per_session within P%', 'FIGURE_per_session <= N', '… >= N' (times in seconds), or"
    + " 'changed_sessions <= P%', '… >= P%'"

  private static func number(_ text: String) -> Double? {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number.isFinite,
      number >= 0
    else { return nil }
    return isPercent ? number / 100 : number
  }

  /// Returns the name of the figure if it is neither a named one nor one that occurs.
  public func unknownFigure(in summary: WhatIfSummary) -> String? {
    guard case .perSession(let name) = self.measure else { return nil }
    let known = (Figure.named + summary.figures).map(\.name)
    return known.contains(name) ? nil : name
  }

  /// Returns the verdict on a summary, and both values as text.
  public func verdict(on summary: WhatIfSummary) -> (verdict: Verdict, values: String) {
    guard summary.sessions > 0 else { return (.undecided, "no session was compared") }
    let sessions = Double(summary.sessions)
    let (old, new): (Double?, Double)
    switch self.measure {
    case .changedSessions: (old, new) = (nil, Double(summary.changed) / sessions)
    case .perSession(let name):
      let figure = (Figure.named + summary.figures).first { $0.name == name } ?? .directives
      let total = summary.total(of: figure)
      let divisor = figure.divisor(summary)
      (old, new) = (
        figure.value(total.old, per: divisor.old), figure.value(total.new, per: divisor.new)
      )
    }
    let values = (old.map { "\(ReportNumber.text($0)) → " } ?? "") + ReportNumber.text(new)
    let isMet: Bool
    switch self.relation {
    case .atMost(let bound): isMet = new <= bound
    case .atLeast(let bound): isMet = new >= bound
    case .within(let share):
      guard let old, old != 0 || new == 0 else { return (.undecided, values) }
      isMet = abs(new - old) <= share * old + 1e-12
    }
    return (isMet ? .met : .missed, values)
  }
}
