import Histogram
import InteractionCore

/// What a load's event loops measure. Times are nanoseconds.
struct LoadMeter: Sendable {
  typealias Times = Histogram<UInt64>

  /// Up to a hundred seconds, to three digits.
  static func times() -> Times {
    Times(
      lowestDiscernibleValue: 1_000, highestTrackableValue: 100_000_000_000,
      numberOfSignificantValueDigits: .three)
  }

  /// From the moment that an event was to be sent to the arrival of the directive that it caused.
  var directives = Self.times()
  /// The same times by trace and by kind of directive.
  var origins = OriginTimes()
  /// From the call of `Interact` to `Opened`.
  var openings = Self.times()
  /// How late the generator sent what was due.
  var lag = Self.times()
  var counts = LoadCounts()
  var recovery = LoadRecovery()
  var seconds: [LoadSecond] = []
  /// The first wrong directives, in words.
  var differences: [String] = []
  /// For each cause of ``LoadCounts/errors`` what the first one said.
  var examples: [String: String] = [:]

  private let metrics: LoadMetrics?
  private let start: UInt64
  /// What comes before it counts in ``seconds`` only.
  private let warmEnd: UInt64

  /// - Parameter metrics: Metrics that are kept beside; nil for none.
  init(start: UInt64, warmUp: Duration, metrics: LoadMetrics? = nil) {
    self.metrics = metrics
    self.start = start
    self.warmEnd = start + warmUp.nanoseconds
  }

  mutating func opened(after time: UInt64, at now: UInt64) {
    self.metrics?.opened(after: time)
    self.change(at: now) { $0.opened += 1 }
    if now >= self.warmEnd { self.openings.record(time) }
  }

  /// - Parameter lag: How late it was; nil if it had no time of its own.
  mutating func sent(_ events: Int, late lag: UInt64?, at now: UInt64) {
    self.metrics?.sent(events, late: lag)
    self.change(at: now) {
      $0.frames += 1
      $0.events += events
    }
    guard let lag else { return }
    if now >= self.warmEnd { self.lag.record(lag) }
    self.second(at: now) { $0.lag = max($0.lag ?? 0, lag) }
  }

  /// - Parameters:
  ///   - time: The latency; nil for a directive that answers nothing.
  ///   - origin: The trace and the kind, if known.
  mutating func received(
    directiveAfter time: UInt64?, of origin: DirectiveOrigin? = nil, at now: UInt64
  ) {
    self.metrics?.received(after: time, of: origin)
    self.change(at: now) { $0.directives += 1 }
    guard let time else { return }
    if now >= self.warmEnd {
      self.directives.record(time)
      if let origin { self.origins.record(time, of: origin) }
    }
    self.second(at: now) { $0.times.record(time) }
  }

  /// A directive that is wrong, came too often or never came.
  mutating func differs(_ words: @autoclosure () -> String, count: Int = 1, at now: UInt64) {
    self.metrics?.wrong(count)
    self.change(at: now) { $0.mismatches += count }
    if self.differences.count < 20 { self.differences.append(words()) }
  }

  mutating func ended(_ end: CallEnd, at now: UInt64) {
    self.metrics?.ended(end)
    self.change(at: now) {
      $0.ended += 1
      if end.code != nil { $0.errors[end.cause, default: 0] += 1 }
    }
    if end.code != nil, self.examples[end.cause] == nil {
      self.examples[end.cause] = end.message
    }
  }

  mutating func active(_ sessions: Int, at now: UInt64) {
    self.second(at: now) { $0.active = sessions }
  }

  private mutating func change(at now: UInt64, _ change: (inout LoadCounts) -> Void) {
    if now >= self.warmEnd { change(&self.counts) }
    self.second(at: now) { change(&$0.counts) }
  }

  private mutating func second(at now: UInt64, _ change: (inout LoadSecond) -> Void) {
    let index = Int((now - min(self.start, now)) / 1_000_000_000)
    while self.seconds.count <= index { self.seconds.append(LoadSecond()) }
    change(&self.seconds[index])
  }

  /// Adds what another event loop measured.
  mutating func add(_ other: LoadMeter) {
    self.directives.add(other.directives)
    self.origins.add(other.origins)
    self.openings.add(other.openings)
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
    self.examples.merge(other.examples) { first, _ in first }
    self.differences += other.differences.prefix(20 - min(self.differences.count, 20))
  }
}

extension Duration {
  var asSeconds: Double { self / .seconds(1) }

  /// Whole nanoseconds: 0 if it is negative, at most 2^61, so that sums with moments stay within 64
  /// bits.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = self.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let most: Int64 = 1 << 61
    guard seconds < most / 1_000_000_000 else { return UInt64(most) }
    return UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
