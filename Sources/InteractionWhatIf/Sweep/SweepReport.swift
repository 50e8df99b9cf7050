import Foundation

/// The outcomes of a sweep.
public struct SweepReport: Sendable {
  /// The objective by which the best point is chosen.
  public enum Objective: Hashable, Sendable {
    case maximum(String)
    case minimum(String)

    var figure: String {
      switch self {
      case .maximum(let name), .minimum(let name): name
      }
    }
  }

  /// The best point, chosen by one part of the recordings and tried on the other.
  struct Best {
    var point: Int
    var value: Double
    /// The value of the recorded version on the same recordings.
    var recorded: Double
    /// The values on the recordings that were held back, recorded and new.
    var heldBack: (recorded: Double, new: Double)
  }

  public let sweep: Sweep
  /// The outcomes at each point.
  public let summaries: [WhatIfSummary]
  /// The outcomes on the recordings that were held back; empty without an objective.
  public let heldBack: [WhatIfSummary]
  /// The names of the figures that are shown, and which to optimize.
  public let figures: [String]
  public let objective: Objective?

  public init(
    _ sweep: Sweep, _ summaries: [WhatIfSummary], heldBack: [WhatIfSummary], figures: [String],
    objective: Objective?
  ) {
    self.sweep = sweep
    self.summaries = summaries
    self.heldBack = heldBack
    self.objective = objective
    let extra = objective.map { figures.contains($0.figure) ? [] : [$0.figure] } ?? []
    self.figures = figures + extra
  }

  /// Returns a figure per session, recorded and new.
  static func values(
    of name: String, in summary: WhatIfSummary
  ) -> (recorded: Double, new: Double) {
    if name == "changed_sessions" {
      return (0, Double(summary.changed) / Double(max(summary.sessions, 1)))
    }
    guard let figure = (Figure.named + summary.figures).first(where: { $0.name == name }) else {
      return (0, 0)
    }
    let (total, sessions) = (summary.total(of: figure), figure.divisor(summary))
    return (figure.value(total.old, per: sessions.old), figure.value(total.new, per: sessions.new))
  }

  /// The names that are neither figures of this sweep nor `changed_sessions`.
  public var unknownFigures: [String] {
    let known = Set(self.knownFigures)
    return self.figures.filter { !known.contains($0) }
  }

  /// The names that figures may have.
  public var knownFigures: [String] {
    let all = Figure.named + self.summaries.flatMap(\.figures)
    return ["changed_sessions"] + Set(all).sorted().map(\.name)
  }

  /// The best point; nil without an objective or without sessions.
  var best: Best? {
    guard let objective, self.summaries.contains(where: { $0.sessions > 0 }) else { return nil }
    let values = self.summaries.map { Self.values(of: objective.figure, in: $0) }
    let isBetter: (Double, Double) -> Bool =
      switch objective {
      case .maximum: (>)
      case .minimum: (<)
      }
    var point = 0
    for index in values.indices where isBetter(values[index].new, values[point].new) {
      point = index
    }
    return Best(
      point: point, value: values[point].new, recorded: values[point].recorded,
      heldBack: Self.values(of: objective.figure, in: self.heldBack[point]))
  }

  /// Returns the values of a point as text.
  func words(_ point: Int) -> String {
    zip(self.sweep.axes, self.sweep.points[point].values)
      .map { "\($0.path) = \(ReportNumber.text($1))" }.joined(separator: ", ")
  }

  /// The sentence about the best point; nil without one.
  var bestWords: String? {
    guard let best, let objective else { return nil }
    let what =
      switch objective {
      case .maximum(let figure): "most \(figure) per session"
      case .minimum(let figure): "fewest \(figure) per session"
      }
    return
      "\(what): \(ReportNumber.text(best.value)) (recorded \(ReportNumber.text(best.recorded)))"
      + " at \(self.words(best.point)); optimistic, as the best of \(self.summaries.count) points:"
      + " on \(ReportNumber.count(self.heldBack[best.point].sessions, "session")) held back"
      + " \(ReportNumber.text(best.heldBack.new))"
      + " (recorded \(ReportNumber.text(best.heldBack.recorded)))"
  }
}
