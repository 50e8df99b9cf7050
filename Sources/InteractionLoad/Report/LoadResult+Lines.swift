extension LoadResult {
  /// Whether the generator was so late that it may have measured itself.
  package var isGeneratorLate: Bool {
    self.lag.percentile(99) > Self.mostLag
  }

  /// How late the generator may be in one send of a hundred, microseconds.
  static let mostLag = 5_000.0

  /// A table of everything, line by line.
  package var lines: [String] {
    let counts = self.counts
    let seconds = max(self.measuredSeconds, .leastNonzeroMagnitude)
    func rate(_ count: Int) -> String { LoadWords.plain((Double(count) / seconds).rounded()) }
    let errors = counts.errors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    return [
      "sessions           \(self.rows.map(\.active).max() ?? 0) at once, \(counts.opened) opened,"
        + " \(counts.ended) ended in \(LoadWords.plain(seconds)) s",
      "events             \(counts.events), \(rate(counts.events)) per second, in"
        + " \(counts.frames) frames",
      "directives         \(counts.directives), \(rate(counts.directives)) per second",
      "wrong directives   \(counts.mismatches)",
      "errors             \(errors.isEmpty ? "0" : errors)",
      "directive latency  \(self.directives.words)",
      "open latency       \(self.openings.words)",
      "generator lag      \(self.lag.words)",
    ] + (self.harm?.lines ?? []) + (self.server.map { [$0.line] } ?? [])
      + (self.endedBy.map { ["ended early        \($0) is broken"] } ?? [])
      + self.differences.map { "  \($0)" }
  }
}

extension ServerUse {
  fileprivate var line: String {
    "server             \(LoadWords.time(self.processorPerEvent)) of a processor for each event,"
      + " \(LoadWords.plain(self.eventsPerCore.rounded())) events per core and second,"
      + " \(self.memoryBefore >> 20) to \(self.mostMemory >> 20) MiB"
  }
}

extension LoadHarm {
  fileprivate var lines: [String] {
    [
      "faults             \(self.faults.cuts) connections cut, \(self.faults.stalls) stalled,"
        + " \(self.faults.crashes) engines killed",
      "calls lost         \(self.lost), \(self.resumed) resumed",
      "time to resume     \(self.gaps.words)",
    ]
  }
}

extension LoadTimes {
  fileprivate var words: String {
    guard self.count > 0 else { return "none" }
    let shown = Self.shown.map {
      "\(Self.name(of: $0)) \(LoadWords.time(self.percentile($0)))"
    }
    return (shown + ["max \(LoadWords.time(self.max))"]).joined(separator: ", ")
  }
}

extension LoadRow {
  /// The columns' names, as wide as ``line``.
  package static let heading =
    "    second  sessions  events/s  directives/s       p50       p99       max       lag  wrong  errors"

  /// One line of a table.
  package var line: String {
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: Swift.max(width - text.count, 0)) + text
    }
    return cell("\(self.second)", 10) + cell("\(self.active)", 10) + cell("\(self.events)", 10)
      + cell("\(self.directives)", 14) + cell(LoadWords.time(self.p50), 10)
      + cell(LoadWords.time(self.p99), 10) + cell(LoadWords.time(self.max), 10)
      + cell(LoadWords.time(self.lag), 10) + cell("\(self.mismatches)", 7)
      + cell("\(self.errors)", 8)
  }
}
