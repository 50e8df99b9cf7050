/// A load as it goes, for a terminal: how far it is, each figure's newest value, and how it went.
package struct LiveTable: Sendable {
  /// As many seconds as fit beside the figures.
  private static let width = 48

  private var rows: [LoadRow] = []
  private var seconds = 0.0

  package init() {}

  /// Takes in the second that is over.
  package mutating func add(_ progress: LoadProgress) {
    self.rows.append(progress.row)
    self.seconds = progress.seconds
  }

  /// The table, line by line; always as many.
  package var lines: [String] {
    let wrong = self.rows.reduce(0) { $0 + $1.mismatches }
    let errors = self.rows.reduce(0) { $0 + $1.errors }
    return [
      "\(self.bar) \(self.rows.count) of \(LoadWords.plain(self.seconds.rounded(.up))) s",
      self.line("sessions", "\(self.rows.last?.active ?? 0)") { Double($0.active) },
      self.line("events/s", "\(self.rows.last?.events ?? 0)") { Double($0.events) },
      self.line("directives/s", "\(self.rows.last?.directives ?? 0)") { Double($0.directives) },
      self.line("p50", LoadWords.time(self.rows.last?.p50 ?? 0), \.p50),
      self.line("p99", LoadWords.time(self.rows.last?.p99 ?? 0), \.p99),
      self.line("generator lag", LoadWords.time(self.rows.last?.lag ?? 0), \.lag),
      self.line("wrong, in all", "\(wrong)") { Double($0.mismatches) },
      self.line("errors, in all", "\(errors)") { Double($0.errors) },
    ]
  }

  private var bar: String {
    let part = self.seconds > 0 ? min(Double(self.rows.count) / self.seconds, 1) : 1
    let full = Int(part * Double(Self.width))
    return String(repeating: "█", count: full)
      + String(repeating: "░", count: Self.width - full)
  }

  private func line(_ name: String, _ value: String, _ figure: (LoadRow) -> Double) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    return padded(name, 14) + "  " + padded(value, 9) + "  " + self.curve(figure)
  }

  /// The newest seconds as a row of bars, the highest of them full.
  private func curve(_ figure: (LoadRow) -> Double) -> String {
    let values = self.rows.suffix(Self.width).map(figure)
    guard let most = values.max(), most > 0 else { return "" }
    let bars = Array(" ▁▂▃▄▅▆▇█")
    return String(values.map { bars[Int(($0 / most * 8).rounded(.up))] })
  }
}
