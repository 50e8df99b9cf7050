/// Estimates a finger's velocity from its latest positions (rule S7).
///
/// Quadratic least squares over the last 100 ms, at most 20 samples; with fewer than three samples,
/// or after a gap of more than 40 ms, the velocity is 0.
public struct VelocityTracker: Hashable, Sendable {
  /// A finger's position at one time.
  public struct Sample: Hashable, Sendable {
    /// The time of the sample.
    public var time: Instant
    /// The position, pt.
    public var position: Double

    public init(time: Instant, position: Double) {
      self.time = time
      self.position = position
    }
  }

  /// The age at which samples are discarded.
  public static let horizon = TimeSpan.milliseconds(100)
  /// The maximum number of samples.
  public static let maximumSamples = 20
  /// The gap between samples after which the finger counts as at rest.
  public static let restGap = TimeSpan.milliseconds(40)

  /// The samples in use, oldest first.
  public private(set) var samples: [Sample]

  /// Creates a tracker from `samples`, oldest first.
  public init(samples: [Sample] = []) {
    self.samples = Array(samples.suffix(Self.maximumSamples))
  }

  /// Removes all samples, for a new drag.
  public mutating func reset() {
    if !self.samples.isEmpty {
      self.samples.removeAll(keepingCapacity: true)
    }
  }

  /// Adds a sample and discards those that are out of the window.
  public mutating func add(_ position: Double, at time: Instant) {
    let stale = self.samples.prefix { time - $0.time > Self.horizon }.count
    let surplus = self.samples.count - stale + 1 - Self.maximumSamples
    let dropped = stale + max(surplus, 0)
    if dropped > 0 {
      self.samples.removeFirst(dropped)
    }
    self.samples.append(Sample(time: time, position: position))
  }

  /// Returns the velocity at `time`, pt/s.
  public func velocity(at time: Instant) -> Double {
    guard let last = self.samples.last, time - last.time <= Self.restGap else { return 0 }
    let start = self.firstAfterStandstill(at: time)
    let recent = self.samples[start...]
    guard recent.count >= 3 else { return 0 }
    return Self.slope(of: recent, relativeTo: last)
  }

  /// Returns the index of the first sample within the horizon that no standstill separates from the
  /// last.
  private func firstAfterStandstill(at time: Instant) -> Int {
    var index = self.samples.count - 1
    while index > 0 {
      let earlier = self.samples[index - 1]
      let gap = self.samples[index].time - earlier.time
      if gap > Self.restGap || time - earlier.time > Self.horizon { break }
      index -= 1
    }
    return index
  }

  /// Returns the derivative, at `last`, of the parabola of best fit.
  private static func slope(of samples: ArraySlice<Sample>, relativeTo last: Sample) -> Double {
    // Moments of time t (s, ≤ 0) and position p, both relative to the last sample.
    var t1 = 0.0
    var t2 = 0.0
    var t3 = 0.0
    var t4 = 0.0
    var p0 = 0.0
    var p1 = 0.0
    var p2 = 0.0
    for sample in samples {
      let t = (sample.time - last.time).seconds
      let p = sample.position - last.position
      t1 += t
      t2 += t * t
      t3 += t * t * t
      t4 += t * t * t * t
      p0 += p
      p1 += p * t
      p2 += p * t * t
    }
    let n = Double(samples.count)
    // Cramer's rule for the linear coefficient of p = a + b·t + c·t².
    let determinant =
      n * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t3 * t2) + t2 * (t1 * t3 - t2 * t2)
    guard determinant > 1e-9 * n * t2 * t4 else { return 0 }
    let numerator =
      n * (p1 * t4 - t3 * p2) - p0 * (t1 * t4 - t3 * t2) + t2 * (t1 * p2 - p1 * t2)
    let slope = numerator / determinant
    return slope.isFinite ? slope : 0
  }
}
