/// Estimates a finger's velocity from its last positions (rule S7).
///
/// Quadratic least squares over the last 100 ms, at most 20 samples; fewer than three samples, or
/// a gap of more than 40 ms, mean that the finger stood still.
public struct VelocityTracker: Hashable, Sendable {
  /// Where the finger was.
  public struct Sample: Hashable, Sendable {
    /// When.
    public var time: Instant
    /// Where, pt.
    public var position: Double

    public init(time: Instant, position: Double) {
      self.time = time
      self.position = position
    }
  }

  /// How far back a sample counts.
  public static let horizon = TimeSpan.milliseconds(100)
  /// How many samples count.
  public static let maximumSamples = 20
  /// The gap that means the finger stood still.
  public static let standstill = TimeSpan.milliseconds(40)

  /// The samples that count, oldest first.
  public private(set) var samples: [Sample]

  /// A tracker that has seen `samples`, oldest first.
  public init(samples: [Sample] = []) {
    self.samples = Array(samples.suffix(Self.maximumSamples))
  }

  /// Forgets everything, for a new drag.
  public mutating func reset() {
    if !self.samples.isEmpty {
      self.samples.removeAll(keepingCapacity: true)
    }
  }

  /// Takes in where the finger is.
  public mutating func add(_ position: Double, at time: Instant) {
    let stale = self.samples.prefix { time - $0.time > Self.horizon }.count
    let surplus = self.samples.count - stale + 1 - Self.maximumSamples
    let dropped = stale + max(surplus, 0)
    if dropped > 0 {
      self.samples.removeFirst(dropped)
    }
    self.samples.append(Sample(time: time, position: position))
  }

  /// The velocity at `time`, in positions per second.
  public func velocity(at time: Instant) -> Double {
    guard let last = self.samples.last, time - last.time <= Self.standstill else { return 0 }
    let start = self.firstAfterStandstill(at: time)
    let recent = self.samples[start...]
    guard recent.count >= 3 else { return 0 }
    return Self.slope(of: recent, relativeTo: last)
  }

  /// The first sample after the last standstill and inside the horizon.
  private func firstAfterStandstill(at time: Instant) -> Int {
    var index = self.samples.count - 1
    while index > 0 {
      let earlier = self.samples[index - 1]
      let gap = self.samples[index].time - earlier.time
      if gap > Self.standstill || time - earlier.time > Self.horizon { break }
      index -= 1
    }
    return index
  }

  /// The derivative, at `last`, of the parabola that fits best.
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
