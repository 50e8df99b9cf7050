import InteractionCore
import Testing

@Suite struct VelocityTrackerTests {
  @Test(
    "S7: exact on parabolas, at every usual sampling rate",
    arguments: [
      TimeSpan.milliseconds(16), .milliseconds(8), .milliseconds(4), .milliseconds(1),
      TimeSpan(microseconds: 500), TimeSpan(microseconds: 100),
    ])
  func exactOnParabolas(spacing: TimeSpan) {
    for count in 3 ... 7 {
      for acceleration in [0.0, 4_000, -9_000] {
        var tracker = VelocityTracker()
        for index in 0 ..< count {
          let time = Instant(microseconds: spacing.microseconds * Int64(index))
          let t = (time - .zero).seconds
          tracker.add(120 - 700 * t + acceleration / 2 * t * t, at: time)
        }
        let last = Instant(microseconds: spacing.microseconds * Int64(count - 1))
        let expected = -700 + acceleration * (last - .zero).seconds
        #expect(abs(tracker.velocity(at: last) - expected) < 1e-3, "\(count) samples")
      }
    }
  }

  @Test("S7: least squares: equal and opposite errors around a line leave its slope")
  func leastSquares() {
    // Errors orthogonal to 1, t and t² do not change the fit: third differences of four even
    // samples.
    let errors = [1.0, -3, 3, -1]
    var tracker = VelocityTracker()
    for (index, error) in errors.enumerated() {
      tracker.add(Double(index) * 5 + error * 4, at: .milliseconds(Int64(index) * 10))
    }
    #expect(abs(tracker.velocity(at: .milliseconds(30)) - 500) < 1e-6)
  }

  @Test("S7: fewer than three samples are no velocity", arguments: 0 ... 3)
  func threeSamples(count: Int) {
    let tracker = Self.line(times: (0 ..< Int64(count)).map { $0 * 10 })
    let velocity = tracker.velocity(at: .milliseconds(Int64(max(count - 1, 0)) * 10))
    #expect((abs(velocity - 1_000) < 1e-6) == (count == 3))
    if count < 3 { #expect(velocity == 0) }
  }

  @Test("S7: 40 ms without a sample are a pause, more is a standstill")
  func gapBeforeTheEnd() {
    let tracker = Self.line(times: [0, 10, 20])
    #expect(abs(tracker.velocity(at: .milliseconds(60)) - 1_000) < 1e-6)
    #expect(tracker.velocity(at: Instant(microseconds: 60_001)) == 0)
  }

  @Test("S7: what came before a standstill does not count")
  func gapInTheMiddle() {
    // Fast, then a pause of more than 40 ms, then slow.
    var tracker = Self.line(times: [0, 5, 10])
    for (index, time) in [51, 61, 71].enumerated() {
      tracker.add(500 + Double(index), at: .milliseconds(Int64(time)))
    }
    #expect(abs(tracker.velocity(at: .milliseconds(71)) - 100) < 1e-6)
    // Two samples since the pause are too few.
    let two = Self.line(times: [0, 5, 10, 51, 61])
    #expect(two.velocity(at: .milliseconds(61)) == 0)
    // Exactly 40 ms is not a pause.
    let pause = Self.line(times: [0, 10, 50])
    #expect(abs(pause.velocity(at: .milliseconds(50)) - 1_000) < 1e-6)
  }

  @Test("S7: only the last 100 ms count")
  func horizon() {
    // 30 ms apart: slow at first, then fast; at 150 ms the samples of 0 and 30 ms are too old.
    let positions = [900.0, 900, 0, 30, 60, 90]
    var tracker = VelocityTracker()
    for (index, position) in positions.enumerated() {
      tracker.add(position, at: .milliseconds(Int64(index) * 30))
    }
    #expect(abs(tracker.velocity(at: .milliseconds(150)) - 1_000) < 1e-6)
    // A sample that is exactly 100 ms old still counts.
    var edge = VelocityTracker()
    for (time, position) in [(0, 50.0), (40, 0), (70, 30), (100, 60)] {
      edge.add(position, at: .milliseconds(Int64(time)))
    }
    #expect(edge.samples.count == 4)
    #expect(abs(edge.velocity(at: .milliseconds(100)) - 1_000) > 1)
  }

  @Test("S7: only the last 20 samples count")
  func twentySamples() {
    var tracker = VelocityTracker()
    tracker.add(1e6, at: .zero)
    for index in 1 ... 20 {
      tracker.add(Double(index), at: .milliseconds(Int64(index) * 2))
    }
    #expect(tracker.samples.count == 20)
    #expect(abs(tracker.velocity(at: .milliseconds(40)) - 500) < 1e-6)
    let restored = VelocityTracker(samples: [.init(time: .zero, position: 1e6)] + tracker.samples)
    #expect(restored == tracker)
  }

  @Test("S7: reports of one moment, as late ones are, are no velocity and no crash")
  func simultaneousSamples() {
    var tracker = VelocityTracker()
    for position in [0.0, 10, 20, 30] {
      tracker.add(position, at: .milliseconds(5))
    }
    #expect(tracker.velocity(at: .milliseconds(5)) == 0)
    // Two distinct times do not determine a parabola either.
    tracker.add(40, at: .milliseconds(15))
    #expect(tracker.velocity(at: .milliseconds(15)) == 0)
  }

  @Test("S7: a new drag knows nothing of the old one")
  func reset() {
    var tracker = Self.line(times: [0, 10, 20])
    tracker.reset()
    #expect(tracker == VelocityTracker())
    #expect(tracker.velocity(at: .milliseconds(20)) == 0)
  }

  /// Returns a tracker with samples at `times` (ms) of a finger that moves at 1000 pt/s.
  private static func line(times: [Int64]) -> VelocityTracker {
    var tracker = VelocityTracker()
    for time in times {
      tracker.add(Double(time), at: .milliseconds(time))
    }
    return tracker
  }
}
