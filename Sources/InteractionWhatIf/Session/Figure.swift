/// A figure of a session: a count of outcomes, or the time in a state.
public struct Figure: Hashable, Sendable {
  /// The unit of a value.
  public enum Unit: Hashable, Sendable {
    case count
    /// Times, in µs.
    case time
  }

  /// The name, such as `rockets` or `time_above_rocket`; expectations address it.
  public let name: String
  public let unit: Unit

  private init(_ name: String, _ unit: Unit = .count) {
    self.name = name
    self.unit = unit
  }

  /// All directives.
  public static let directives = Figure("directives")
  /// Changes of toggles to the look past the threshold.
  public static let rockets = Figure("rockets")
  /// Sessions in which a toggle showed that look.
  public static let sessionsWithRocket = Figure("sessions_with_rocket")
  /// The time from the opening to the first of these changes, of the sessions that have one.
  public static let firstRocket = Figure("first_rocket", .time)
  /// Openings of the second floor.
  public static let floorsOpened = Figure("floors_opened")
  /// Pulls that showed the tip of the second floor.
  public static let floorsTipped = Figure("floors_tipped")
  /// Refused commands to the second floor.
  public static let floorRefusals = Figure("floor_refusals")
  /// Refused selections of tabs.
  public static let tapRefusals = Figure("tap_refusals")
  /// Pages that were pushed or presented.
  public static let pages = Figure("pages")

  /// Directives with this label, such as `animate`.
  static func directives(labelled label: String) -> Figure { Figure("directives_\(label)") }
  /// Directives by cause: the kind of an event, `deadline` or `command`.
  static func directives(by cause: String) -> Figure { Figure("directives_by_\(cause)") }
  /// The time in a state, such as `above_rocket`, `tab_2` or `floor_open`.
  static func time(in state: String) -> Figure { Figure("time_\(state)", .time) }
}

extension Figure {
  /// The figures that every experience may have.
  public static let named: [Figure] = [
    .rockets, .sessionsWithRocket, .firstRocket, .floorsOpened, .floorsTipped, .floorRefusals,
    .tapRefusals, .pages, .directives,
  ]

  /// Returns the numbers of sessions that the figure is divided by in each version: of the time to
  /// the first rocket those that have one, otherwise all.
  func divisor(_ summary: WhatIfSummary) -> (old: Int64, new: Int64) {
    self == .firstRocket
      ? summary.total(of: .sessionsWithRocket)
      : (Int64(summary.sessions), Int64(summary.sessions))
  }

  /// Returns a sum as a value per session; times in seconds.
  package func value(_ sum: Int64, per sessions: Int64) -> Double {
    let value = self.unit == .time ? Double(sum) / 1e6 : Double(sum)
    return sessions == 0 ? 0 : value / Double(sessions)
  }
}

extension Figure: Comparable {
  /// The named figures come first, then counts, then times, each by name.
  public static func < (one: Figure, other: Figure) -> Bool {
    func rank(_ figure: Figure) -> (Int, Int, String) {
      let place = Self.named.firstIndex(of: figure) ?? Self.named.count
      return (place, figure.unit == .time ? 1 : 0, figure.name)
    }
    return rank(one) < rank(other)
  }
}

/// The values of figures, by figure; an absent one is 0.
public typealias FigureValues = [Figure: Int64]

extension FigureValues {
  /// Adds values. Sums saturate: the times of a recording may be 285 years apart.
  package mutating func add(_ other: FigureValues) {
    self.merge(other) { one, other in
      let (sum, overflows) = one.addingReportingOverflow(other)
      return overflows ? (one < 0 ? .min : .max) : sum
    }
  }

  func subtracting(_ other: FigureValues) -> FigureValues {
    var rest = self
    for (figure, value) in other { rest[figure, default: 0] -= value }
    return rest.filter { $0.value != 0 }
  }
}
