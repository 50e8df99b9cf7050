/// A live view for a terminal: the progress, the newest value of each figure, and its history.
package struct LiveTable: Sendable {
  /// The maximum number of seconds in the history.
  private static let maximumSeconds = 48
  /// The columns of a line that names and figures take; the rest is the history.
  private static let figures = 27

  private var rows: [LoadSecondReport] = []
  private var goal = LoadProgress.EndCondition.seconds(0)

  package init() {}

  /// Adds the second that has ended.
  package mutating func add(_ progress: LoadProgress) {
    self.rows.append(progress.row)
    self.goal = progress.goal
  }

  /// Returns the table line by line: a constant number of lines, each cut to `columns`.
  package func lines(columns: Int) -> [String] {
    let wrong = self.rows.reduce(0) { $0 + $1.mismatches }
    let errors = self.rows.reduce(0) { $0 + $1.errors }
    let last = self.rows.last
    let width = min(Self.maximumSeconds, max(columns - Self.figures, 0))
    func line(_ name: String, _ value: String, _ figure: (LoadSecondReport) -> Double?) -> String {
      Self.padded(name, 14) + "  " + Self.padded(value, 9) + "  " + self.sparkline(figure, width)
    }
    let lines = [
      self.progress(columns: columns),
      line("sessions", "\(last?.active ?? 0)") { Double($0.active) },
      line("events/s", "\(last?.events ?? 0)") { Double($0.events) },
      line("directives/s", "\(last?.directives ?? 0)") { Double($0.directives) },
      line("p50", LoadFormat.time(last?.p50), \.p50),
      line("p99", LoadFormat.time(last?.p99), \.p99),
      line("longest", LoadFormat.time(last?.max), \.max),
      line("generator lag", LoadFormat.time(last?.lag), \.lag),
      line("wrong, in all", "\(wrong)") { Double($0.mismatches) },
      line("errors, in all", "\(errors)") { Double($0.errors) },
    ]
    return lines.map { String($0.prefix(columns)) }
  }

  /// Returns a progress bar with its text.
  private func progress(columns: Int) -> String {
    let (done, all, text) = self.progress
    let part = all > 0 ? min(done / all, 1) : 1
    let width = min(Self.maximumSeconds, max(columns - text.count - 1, 0))
    let full = Int(part * Double(width))
    return String(repeating: "█", count: full) + String(repeating: "░", count: width - full) + " "
      + text
  }

  private var progress: (done: Double, all: Double, text: String) {
    switch self.goal {
    case .seconds(let seconds):
      let all = LoadFormat.number(seconds.rounded(.up))
      return (Double(self.rows.count), seconds, "\(self.rows.count) of \(all) s")
    case .sessions(let all):
      let ended = self.rows.reduce(0) { $0 + $1.ended }
      return (Double(ended), Double(all), "\(ended) of \(all) sessions, \(self.rows.count) s")
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  /// Returns the newest seconds as a sparkline, scaled to the largest value; blank where nothing
  /// was measured.
  private func sparkline(_ figure: (LoadSecondReport) -> Double?, _ width: Int) -> String {
    let values = self.rows.suffix(width).map(figure)
    guard let most = values.compactMap(\.self).max(), most > 0 else { return "" }
    let bars = Array(" ▁▂▃▄▅▆▇█")
    return String(values.map { bars[Int((($0 ?? 0) / most * 8).rounded(.up))] })
  }
}
