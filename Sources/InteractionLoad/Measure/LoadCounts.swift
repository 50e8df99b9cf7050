import Histogram

/// The numbers of sessions, frames, events, directives and errors.
package struct LoadCounts: Hashable, Sendable, Codable {
  /// Sessions that opened.
  package var opened = 0
  /// Sessions that ended, with or without an error.
  package var ended = 0
  /// Frames sent.
  package var frames = 0
  /// Events sent.
  package var events = 0
  /// Directives received.
  package var directives = 0
  /// Mismatches: directives that were wrong, unexpected or missing.
  package var mismatches = 0
  /// Sessions that ended with an error, by cause: the server's reason, a gRPC status, or a
  /// connection error.
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
  /// The largest lag of the generator, nanoseconds; nil if it sent nothing.
  var lag: UInt64?
  /// Directive latency, to two significant digits.
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
