import InteractionMarkup

/// The number format of reports.
package enum ReportNumber {
  /// Formats a number with three significant digits, or the whole number from 100.
  package static func text(_ value: Double) -> String { Markup.rounded(value) }

  /// Formats a number of things, such as `1 session` and `2 sessions`.
  package static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// Formats a share.
  package static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "–" : "\(self.text(Double(part) / Double(whole) * 100)) %"
  }

  /// Formats a change from one value to another, such as `+12 %`.
  package static func change(from old: Double, to new: Double) -> String {
    if old == new { return "=" }
    guard old != 0 else { return "new" }
    let percent = (new - old) / abs(old) * 100
    return "\(percent > 0 ? "+" : "")\(self.text(percent)) %"
  }
}
