/// The result of a load.
package struct LoadResult: Sendable {
  /// Seconds from its start to the end of its last session.
  package let seconds: Double
  /// The part of ``seconds`` that is measured, after the warm-up.
  package let measuredSeconds: Double
  package let counts: LoadCounts
  /// Directive latency: from an event's scheduled send time to the directive that answers it.
  package let directives: LatencyDistribution
  /// Directive latency by trace.
  package let traces: [String: LatencyDistribution]
  /// Directive latency by directive type.
  package let kinds: [String: LatencyDistribution]
  /// Times from the call to `Opened`.
  package let openings: LatencyDistribution
  /// The generator's lag: from an event's scheduled send time to its sending.
  package let lag: LatencyDistribution
  /// The largest accepted 99th percentile of ``lag``.
  package let allowedLag: Duration
  /// The seconds of the load, warm-up and end included.
  package let rows: [LoadSecondReport]
  /// Descriptions of the first mismatches.
  package let differences: [String]
  /// The first message for each cause of an error.
  package let examples: [String: String]
  /// The server's resource usage, if it was sampled.
  package var server: ServerUsage?
  /// The injected faults and the recovery; nil without faults.
  package var faultReport: LoadFaultReport?
  /// The reason for the end.
  package var end = LoadEnd.planned

  init(
    _ meter: LoadMeter, took: UInt64, measured: UInt64,
    allowedLag: Duration = LoadPlan.standardLag
  ) {
    self.allowedLag = allowedLag
    self.seconds = Double(took) / 1e9
    self.measuredSeconds = Double(measured) / 1e9
    self.counts = meter.counts
    self.directives = LatencyDistribution(meter.directives)
    self.traces = meter.origins.grouped(by: \.trace)
    self.kinds = meter.origins.grouped(by: \.kind)
    self.openings = LatencyDistribution(meter.openLatency)
    self.lag = LatencyDistribution(meter.lag)
    self.rows = meter.seconds.enumerated().map { LoadSecondReport($1, second: $0 + 1) }
    self.differences = meter.mismatchDescriptions
    self.examples = meter.errorMessages
  }
}

/// One second of a load; times in microseconds.
package struct LoadSecondReport: Hashable, Sendable, Codable {
  package var second: Int
  package var active: Int
  package var opened: Int
  package var ended: Int
  package var events: Int
  package var directives: Int
  package var mismatches: Int
  package var errors: Int
  /// Percentiles of the directive latency; nil if no directive arrived, as ``p99`` and ``max``.
  package var p50: Double?
  package var p99: Double?
  package var max: Double?
  /// The largest lag of the generator; nil if it sent nothing.
  package var lag: Double?

  init(_ row: LoadSecond, second: Int) {
    let times = LatencyDistribution(row.times)
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
