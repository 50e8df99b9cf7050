extension LoadResult {
  /// True if the generator was too late for its times to be the engine's.
  package var isGeneratorLate: Bool {
    self.lag.percentile(99).map { $0 > self.allowedLag / .microseconds(1) } ?? false
  }

  /// The result as text, line by line.
  package var lines: [String] {
    let counts = self.counts
    let seconds = max(self.measuredSeconds, .leastNonzeroMagnitude)
    func rate(_ count: Int) -> String { LoadFormat.number((Double(count) / seconds).rounded()) }
    return [
      "sessions           \(self.rows.map(\.active).max() ?? 0) at once, \(counts.opened) opened,"
        + " \(counts.ended) ended in \(LoadFormat.number(seconds)) s",
      "events             \(counts.events), \(rate(counts.events)) per second, in"
        + " \(counts.frames) frames",
      "directives         \(counts.directives), \(rate(counts.directives)) per second",
      "wrong directives   \(counts.mismatches)",
      "errors             \(counts.allErrors)",
    ] + self.causes.map(\.line) + [
      "directive latency  \(self.directives.words)"
    ] + self.parts + [
      "open latency       \(self.openings.words)",
      "generator lag      \(self.lag.words)",
    ] + (self.faultReport?.lines ?? []) + (self.server.map { [$0.line] } ?? [])
      + (self.end.words.map { ["ended early        \($0)"] } ?? [])
      + self.differences.map { "  \($0)" }
  }
}

extension LoadResult {
  /// The lines of the latency by trace and by type, if there are several.
  private var parts: [String] {
    let parts = [self.traces, self.kinds].filter { $0.count > 1 }
      .flatMap { $0.sorted { $0.key < $1.key } }
    let width = max(parts.map(\.key.count).max() ?? 0, 15)
    return parts.map { name, times in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(times.words)"
    }
  }

  /// The causes of sessions' errors, the most frequent first.
  var causes: [LoadReport.Cause] {
    self.counts.errors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      LoadReport.Cause(name: $0.key, count: $0.value, example: self.examples[$0.key] ?? "")
    }
  }
}

extension LoadReport.Cause {
  fileprivate var line: String {
    "  \(self.count) × \(self.name)\(self.example.isEmpty ? "" : ": \(self.example)")"
  }
}

extension ServerUsage {
  fileprivate var line: String {
    let share = self.seconds.map { self.processorSeconds / $0 * 100 }
    let perEvent =
      self.processorPerEvent.map { time in
        "\(LoadFormat.time(time)) of a processor for each event,"
          + " \(LoadFormat.time(self.kernelPerEvent)) of that in the kernel,"
          + " \(LoadFormat.number(self.eventsPerCore?.rounded())) events per core and second, "
      } ?? ""
    return "server             \(LoadFormat.number(share)) % of a core, \(perEvent)"
      + "\(self.memoryBefore >> 20) to \(self.mostMemory >> 20) MiB"
  }
}

extension LoadFaults.Counts {
  var words: String {
    "\(self.cuts) connections cut, \(self.stalls) stalled, \(self.crashes) engines killed"
  }
}

extension LoadFaultReport {
  fileprivate var lines: [String] {
    [
      "faults             \(self.faults.words)",
      "calls lost         \(self.lost), \(self.resumed) resumed",
      "time to resume     \(self.gaps.words)",
    ]
  }
}

extension LatencyDistribution {
  fileprivate var words: String {
    guard self.count > 0 else { return "none" }
    let shown = Self.reportedPercentiles.filter(self.hasEnoughSamples).map {
      "\(Self.name(of: $0)) \(LoadFormat.time(self.percentile($0)))"
    }
    return (shown + ["max \(LoadFormat.time(self.max))"]).joined(separator: ", ")
  }
}

extension LoadSecondReport {
  /// The column names, as wide as ``line``.
  package static let heading =
    "    second  sessions  events/s  directives/s       p50       p99       max       lag  wrong  errors"

  /// One line of a table.
  package var line: String {
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: Swift.max(width - text.count, 0)) + text
    }
    return cell("\(self.second)", 10) + cell("\(self.active)", 10) + cell("\(self.events)", 10)
      + cell("\(self.directives)", 14) + cell(LoadFormat.time(self.p50), 10)
      + cell(LoadFormat.time(self.p99), 10) + cell(LoadFormat.time(self.max), 10)
      + cell(LoadFormat.time(self.lag), 10) + cell("\(self.mismatches)", 7)
      + cell("\(self.errors)", 8)
  }
}
