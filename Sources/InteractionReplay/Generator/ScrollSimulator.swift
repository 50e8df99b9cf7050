public import InteractionCore

/// Simulates a list under one finger like UIKit: rubber band past the ends, deceleration and
/// bounce. It records the events that a client would report (rule M3).
public struct ScrollSimulator: Sendable {
  /// The list's source ID.
  public let source: SourceID
  /// The viewport's height, pt.
  public let viewportHeight: Double
  /// The largest offset at rest, pt.
  public let maximumOffset: Double
  /// The time between two samples.
  public let interval: TimeSpan
  /// The current offset, pt.
  public private(set) var offset: Double
  /// The reported events.
  public private(set) var events: [InteractionEvent] = []
  private var drag: UInt32 = 0

  /// Creates a list at rest.
  ///
  /// - Parameters:
  ///   - source: The list's source ID.
  ///   - offset: The initial offset, pt.
  ///   - viewportHeight: The viewport's height, pt.
  ///   - contentHeight: The content's height, pt.
  ///   - samplesPerSecond: 60 or 120.
  public init(
    source: SourceID, offset: Double = 0, viewportHeight: Double = 812,
    contentHeight: Double = 6000, samplesPerSecond: Int64 = 60
  ) {
    self.source = source
    self.offset = offset
    self.viewportHeight = viewportHeight
    self.maximumOffset = max(contentHeight - viewportHeight, 0)
    self.interval = TimeSpan(microseconds: 1_000_000 / samplesPerSecond)
  }

  /// Returns the events reported since the last call.
  public mutating func takeEvents() -> [InteractionEvent] {
    defer { self.events = [] }
    return self.events
  }

  /// Drags the list.
  ///
  /// - Parameters:
  ///   - speeds: The finger's speed for each sample, pt/s; positive scrolls up.
  ///   - start: The time at which the finger touches.
  ///   - jitter: Returns an additional movement for each sample, pt.
  /// - Returns: The time at which the finger lifts, and the list's velocity then, pt/s.
  public mutating func drag(
    along speeds: [Double], from start: Instant, jitter: (Int) -> Double = { _ in 0 }
  ) -> (time: Instant, velocity: Double) {
    self.drag += 1
    var time = start
    // The finger's position: the content follows it, rubber-banded past the ends.
    var finger = self.fingerPosition(of: self.offset)
    self.report(.began, at: time)
    for (index, speed) in speeds.enumerated() {
      time = time + self.interval
      finger += speed * self.interval.seconds + jitter(index)
      let before = self.offset
      self.offset = self.contentOffset(of: finger)
      if self.offset != before { self.report(.moved, at: time) }
    }
    time = time + TimeSpan.milliseconds(4)
    let velocity = speeds.last ?? 0
    self.report(.ended, at: time, velocity: velocity)
    return (time, velocity)
  }

  /// Drags the list until the system cancels the gesture. Returns the time of that.
  public mutating func dragCancelled(along speeds: [Double], from start: Instant) -> Instant {
    let (time, _) = self.drag(along: speeds, from: start)
    self.events.removeLast()
    self.report(.cancelled, at: time)
    self.offset = min(max(self.offset, 0), self.maximumOffset)
    return time
  }

  /// Decelerates from `start` with `velocity` in pt/s until the list rests, or until `limit`, when
  /// a finger grabs it. Returns the time of that.
  public mutating func decelerate(
    from start: Instant, velocity: Double, until limit: Instant? = nil
  ) -> Instant {
    var time = start
    var origin = self.offset
    var launched = start
    var speed = velocity
    while true {
      time = time + self.interval
      if let limit, time >= limit { return limit }
      let isOutside = self.offset < 0 || self.offset > self.maximumOffset
      let elapsed = time - launched
      let end = self.offset < 0 ? 0 : self.maximumOffset
      if isOutside {
        // A critically damped spring back to the end, starting with the current velocity.
        let omega = 12.0
        let distance = origin - end
        let t = elapsed.seconds
        let rest = (distance + (speed + omega * distance) * t) * exponential(-omega * t)
        self.offset = end + rest
        if abs(rest) < 0.5 { return self.settle(at: end, time) }
      } else {
        self.offset = ScrollPhysics.deceleratingOffset(
          from: origin, velocity: speed, after: elapsed)
        let current = ScrollPhysics.deceleratingVelocity(speed, after: elapsed)
        if abs(current) < 10 { return self.settle(at: self.offset, time) }
        if self.offset < 0 || self.offset > self.maximumOffset {
          (origin, launched, speed) = (self.offset, time, current)
        }
      }
      self.report(.decelerating, at: time)
    }
  }

  /// Moves the list programmatically to `target` within `duration`. Returns the time of arrival.
  public mutating func move(
    to target: Double, from start: Instant, duration: TimeSpan
  ) -> Instant {
    var time = start
    let origin = self.offset
    self.report(.programmaticBegan, at: time)
    while time + self.interval < start + duration {
      time = time + self.interval
      let part = (time - start).seconds / duration.seconds
      self.offset = origin + (target - origin) * CubicBezier.easeInEaseOut.progress(at: part)
      self.report(.programmaticMoved, at: time)
    }
    self.offset = target
    self.report(.programmaticEnded, at: start + duration)
    return start + duration
  }

  private mutating func settle(at offset: Double, _ time: Instant) -> Instant {
    self.offset = min(max(offset, 0), self.maximumOffset)
    self.report(.decelerating, at: time)
    self.report(.settled, at: time)
    return time
  }

  private mutating func report(
    _ phase: Scroll.Phase, at time: Instant, velocity: Double? = nil
  ) {
    let isProgrammatic: Bool
    switch phase {
    case .programmaticBegan, .programmaticMoved, .programmaticEnded: isProgrammatic = true
    case .began, .moved, .ended, .cancelled, .decelerating, .settled: isProgrammatic = false
    }
    let scroll = Scroll(
      source: self.source, drag: isProgrammatic ? 0 : self.drag, phase: phase, y: self.offset,
      velocity: velocity)
    self.events.append(InteractionEvent(time: time, kind: .scroll(scroll)))
  }

  private func contentOffset(of finger: Double) -> Double {
    if finger < 0 {
      return -ScrollPhysics.rubberBand(-finger, dimension: self.viewportHeight)
    }
    if finger > self.maximumOffset {
      let past = finger - self.maximumOffset
      return self.maximumOffset
        + ScrollPhysics.rubberBand(past, dimension: self.viewportHeight)
    }
    return finger
  }

  private func fingerPosition(of offset: Double) -> Double {
    if offset < 0 {
      return -ScrollPhysics.fingerDistance(forOffset: -offset, dimension: self.viewportHeight)
    }
    if offset > self.maximumOffset {
      let past = offset - self.maximumOffset
      return self.maximumOffset
        + ScrollPhysics.fingerDistance(forOffset: past, dimension: self.viewportHeight)
    }
    return offset
  }
}
