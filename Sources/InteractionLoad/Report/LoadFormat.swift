import InteractionCore
import InteractionMarkup

/// The number format of reports.
enum LoadFormat {
  /// The placeholder for a missing measurement.
  static let placeholder = "–"

  /// Formats a time in its best unit, from microseconds.
  static func time(_ microseconds: Double?) -> String {
    microseconds.map { Self.time($0) } ?? Self.placeholder
  }

  /// Formats a time in its best unit, from microseconds.
  static func time(_ microseconds: Double) -> String {
    switch microseconds {
    case ..<1_000: "\(Self.number(microseconds)) µs"
    case ..<1_000_000: "\(Self.number(microseconds / 1_000)) ms"
    default: "\(Self.number(microseconds / 1_000_000)) s"
    }
  }

  /// Formats a number with three significant digits; nil as a dash.
  static func number(_ value: Double?) -> String {
    value.map { Self.number($0) } ?? Self.placeholder
  }

  /// Formats a number with three significant digits, or the whole number from 100.
  static func number(_ value: Double) -> String {
    Markup.rounded(value)
  }
}
