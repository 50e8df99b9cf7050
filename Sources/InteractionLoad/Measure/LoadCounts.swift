import Histogram

/// How often what happened.
package struct LoadCounts: Hashable, Sendable, Codable {
  /// Sessions that opened, and that ended, well or not.
  package var opened = 0
  package var ended = 0
  /// Frames sent, and the events in them.
  package var frames = 0
  package var events = 0
  /// Directives received.
  package var directives = 0
  /// Directives that were wrong, came too often or never came.
  package var mismatches = 0
  /// Sessions that ended badly, by cause: the server's reason, a status, or what became of the
  /// connection.
  package var errors: [String: Int] = [:]

  package var allErrors: Int { self.errors.values.reduce(0, +) }

  mutating func add(_ other: LoadCounts) {
    self.opened += other.opened
    self.ended += other.ended
    self.frames += other.frames
    self.events += other.events
    self.directives += other.directives
    self.mismatches += other.mismatches
    self.errors.merge(other.errors, uniquingKeysWith: +)
  }
}

/// One second of a load.
struct LoadSecond: Sendable {
  var counts = LoadCounts()
  /// Sessions that were open at its end.
  var active = 0
  /// How late the generator was at most, nanoseconds; nil if it sent nothing.
  var lag: UInt64?
  /// From event to directive, to two digits.
  var times = Histogram<UInt32>(
    lowestDiscernibleValue: 1_000, highestTrackableValue: 100_000_000_000,
    numberOfSignificantValueDigits: .two)

  mutating func add(_ other: LoadSecond) {
    self.counts.add(other.counts)
    self.active += other.active
    if let lag = other.lag { self.lag = max(self.lag ?? 0, lag) }
    self.times.add(other.times)
  }
}
