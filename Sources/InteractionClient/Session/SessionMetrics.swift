import InteractionCore
import InteractionWire

/// Measures the statistics of a session.
struct SessionMetrics: Hashable, Sendable {
  /// The number of newest latencies in the percentiles.
  static let window = 128

  private(set) var roundTrip: SessionStatistics.RoundTrip?
  /// A ring buffer of the newest latencies.
  private var latencies: [TimeSpan] = []
  /// The total number of latencies.
  private var count = 0
  private(set) var resumed = 0
  private(set) var restarted = 0
  var refused = 0

  mutating func note(opened outcome: OpenOutcome) {
    switch outcome {
    case .new: break
    case .resumed: self.resumed += 1
    case .restarted: self.restarted += 1
    }
  }

  /// Measures the round trip of a heartbeat sent at session time `sent`.
  mutating func note(heartbeatOf sent: Instant, at now: Instant) {
    let time = Self.duration(from: sent, to: now)
    if self.roundTrip == nil { self.roundTrip = .init(time) } else { self.roundTrip?.add(time) }
  }

  /// Measures the latency of a directive caused by an event; other directives are ignored.
  mutating func note(_ directive: Directive, at now: Instant) {
    guard case .event(let sequence) = directive.cause, sequence > 0 else { return }
    let time = Self.duration(from: directive.at, to: now)
    if self.latencies.count < Self.window {
      self.latencies.append(time)
    } else {
      self.latencies[self.count % Self.window] = time
    }
    self.count += 1
  }

  /// The latency figures; nil if there are no latencies.
  var latency: SessionStatistics.Latency? {
    guard self.count > 0 else { return nil }
    let sorted = self.latencies.sorted()
    func percentile(_ percent: Int) -> TimeSpan {
      // The nearest-rank method.
      sorted[(sorted.count * percent + 99) / 100 - 1]
    }
    return SessionStatistics.Latency(
      last: self.latencies[(self.count - 1) % Self.window], p50: percentile(50),
      p95: percentile(95))
  }

  private static func duration(from start: Instant, to end: Instant) -> TimeSpan {
    max(end - start, .zero)
  }
}
