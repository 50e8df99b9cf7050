/// What came of a load.
package struct LoadResult: Sendable {
  /// Seconds from its start to the end of its last session, and of these, those that count.
  package let seconds: Double
  package let measuredSeconds: Double
  package let counts: LoadCounts
  /// From the moment that an event was to be sent to the directive that it caused.
  package let directives: LoadTimes
  /// The same by trace and by kind of directive.
  package let traces: [String: LoadTimes]
  package let kinds: [String: LoadTimes]
  /// From the call to `Opened`.
  package let openings: LoadTimes
  /// How late the generator sent what was due.
  package let lag: LoadTimes
  /// How late it may be in one send of a hundred.
  package let allowedLag: Duration
  /// Second by second, warm-up and end too.
  package let rows: [LoadRow]
  /// The first wrong directives, in words.
  package let differences: [String]
  /// For each cause of an error what the first one said.
  package let examples: [String: String]
  /// What the server used, if that was watched.
  package var server: ServerUse?
  /// What was done to it, if anything was.
  package var harm: LoadHarm?
  /// Why it ended.
  package var end = LoadEnd.planned

  init(
    _ meter: LoadMeter, took: UInt64, measured: UInt64,
    allowedLag: Duration = LoadPlan.standardLag
  ) {
    self.allowedLag = allowedLag
    self.seconds = Double(took) / 1e9
    self.measuredSeconds = Double(measured) / 1e9
    self.counts = meter.counts
    self.directives = LoadTimes(meter.directives)
    self.traces = meter.origins.grouped(by: \.trace)
    self.kinds = meter.origins.grouped(by: \.kind)
    self.openings = LoadTimes(meter.openings)
    self.lag = LoadTimes(meter.lag)
    self.rows = meter.seconds.enumerated().map { LoadRow($1, second: $0 + 1) }
    self.differences = meter.differences
    self.examples = meter.examples
  }
}

/// One second of a load; times in microseconds.
package struct LoadRow: Hashable, Sendable, Codable {
  package var second: Int
  package var active: Int
  package var opened: Int
  package var ended: Int
  package var events: Int
  package var directives: Int
  package var mismatches: Int
  package var errors: Int
  /// From event to directive; nil if no directive came, as for ``p99`` and ``max``.
  package var p50: Double?
  package var p99: Double?
  package var max: Double?
  /// How late the generator was at most; nil if it sent nothing.
  package var lag: Double?

  init(_ row: LoadSecond, second: Int) {
    let times = LoadTimes(row.times)
    self.second = second
    self.active = row.active
    self.opened = row.counts.opened
    self.ended = row.counts.ended
    self.events = row.counts.events
    self.directives = row.counts.directives
    self.mismatches = row.counts.mismatches
    self.errors = row.counts.allErrors
    self.p50 = times.percentile(50)
    self.p99 = times.percentile(99)
    self.max = times.max
    self.lag = row.lag.map { Double($0) / 1_000 }
  }
}
