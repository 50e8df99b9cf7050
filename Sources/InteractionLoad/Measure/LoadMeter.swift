import Histogram
import InteractionCore

/// The measurements of one event loop. Times are nanoseconds.
struct LoadMeter: Sendable {
  typealias Times = Histogram<UInt64>

  /// Returns an empty histogram for up to 100 seconds, with three significant digits.
  static func times() -> Times {
    Times(
      lowestDiscernibleValue: 1_000, highestTrackableValue: 100_000_000_000,
      numberOfSignificantValueDigits: .three)
  }

  /// Directive latency: from an event's scheduled send time to the directive that answers it.
  var directives = Self.times()
  /// The same latency by trace and directive type.
  var origins = OriginTimes()
  /// Times from the call of `Interact` to `Opened`.
  var openLatency = Self.times()
  /// The generator's lag: from an event's scheduled send time to its sending.
  var lag = Self.times()
  var counts = LoadCounts()
  var recovery = LoadRecovery()
  var seconds: [LoadSecond] = []
  /// Descriptions of the first mismatches.
  var mismatchDescriptions: [String] = []
  /// The first message for each cause in ``LoadCounts/errors``.
  var errorMessages: [String: String] = [:]

  private let metrics: LoadMetrics?
  private let start: UInt64
  /// The end of the warm-up; earlier measurements count in ``seconds`` only.
  private let warmUpEnd: UInt64

  /// - Parameter metrics: The live metrics to update as well; nil for none.
  init(start: UInt64, warmUp: Duration, metrics: LoadMetrics? = nil) {
    self.metrics = metrics
    self.start = start
    self.warmUpEnd = start + warmUp.nanoseconds
  }

  mutating func opened(after time: UInt64, at now: UInt64) {
    self.metrics?.opened(after: time)
    self.change(at: now) { $0.opened += 1 }
    if now >= self.warmUpEnd { self.openLatency.record(time) }
  }

  /// - Parameter lag: Nanoseconds after the scheduled send time; nil if none was scheduled.
  mutating func sent(_ events: Int, late lag: UInt64?, at now: UInt64) {
    self.metrics?.sent(events, late: lag)
    self.change(at: now) {
      $0.frames += 1
      $0.events += events
    }
    guard let lag else { return }
    if now >= self.warmUpEnd { self.lag.record(lag) }
    self.second(at: now) { $0.lag = max($0.lag ?? 0, lag) }
  }

  /// - Parameters:
  ///   - time: The latency in nanoseconds; nil for a directive that answers no event.
  ///   - origin: The trace and the directive type, if known.
  mutating func received(
    directiveAfter time: UInt64?, of origin: DirectiveOrigin? = nil, at now: UInt64
  ) {
    self.metrics?.received(after: time, of: origin)
    self.change(at: now) { $0.directives += 1 }
    guard let time else { return }
    if now >= self.warmUpEnd {
      self.directives.record(time)
      if let origin { self.origins.record(time, of: origin) }
    }
    self.second(at: now) { $0.times.record(time) }
  }

  /// Records mismatches: directives that are wrong, unexpected or missing.
  mutating func recordMismatches(_ words: @autoclosure () -> String, count: Int = 1, at now: UInt64)
  {
    self.metrics?.mismatched(count)
    self.change(at: now) { $0.mismatches += count }
    if self.mismatchDescriptions.count < 20 { self.mismatchDescriptions.append(words()) }
  }

  mutating func ended(_ end: CallOutcome, at now: UInt64) {
    self.metrics?.ended(end)
    self.change(at: now) {
      $0.ended += 1
      if end.code != nil { $0.errors[end.cause, default: 0] += 1 }
    }
    if end.code != nil, self.errorMessages[end.cause] == nil {
      self.errorMessages[end.cause] = end.message
    }
  }

  mutating func active(_ sessions: Int, at now: UInt64) {
    self.second(at: now) { $0.active = sessions }
  }

  private mutating func change(at now: UInt64, _ change: (inout LoadCounts) -> Void) {
    if now >= self.warmUpEnd { change(&self.counts) }
    self.second(at: now) { change(&$0.counts) }
  }

  private mutating func second(at now: UInt64, _ change: (inout LoadSecond) -> Void) {
    let index = Int((now - min(self.start, now)) / 1_000_000_000)
    while self.seconds.count <= index { self.seconds.append(LoadSecond()) }
    change(&self.seconds[index])
  }

  /// Adds the measurements of another event loop.
  mutating func add(_ other: LoadMeter) {
    self.directives.add(other.directives)
    self.origins.add(other.origins)
    self.openLatency.add(other.openLatency)
    self.lag.add(other.lag)
    self.counts.add(other.counts)
    self.recovery.add(other.recovery)
    for (index, second) in other.seconds.enumerated() {
      if index < self.seconds.count {
        self.seconds[index].add(second)
      } else {
        self.seconds.append(second)
      }
    }
    self.errorMessages.merge(other.errorMessages) { first, _ in first }
    self.mismatchDescriptions += other.mismatchDescriptions.prefix(
      20 - min(self.mismatchDescriptions.count, 20))
  }
}

extension Duration {
  var asSeconds: Double { self / .seconds(1) }

  /// Whole nanoseconds: 0 for a negative duration, at most 2^61, so that sums with times stay
  /// within 64 bits.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = self.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let most: Int64 = 1 << 61
    guard seconds < most / 1_000_000_000 else { return UInt64(most) }
    return UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
