public import InteractionCore

/// One list under one finger, as UIKit moves it: rubber band past the ends, deceleration, bounce.
/// It writes down what a client would report (rule M3).
public struct ScrollSimulator: Sendable {
  /// The list's name.
  public let source: SourceID
  /// The viewport's height, pt.
  public let viewportHeight: Double
  /// The largest offset at rest, pt.
  public let maximumOffset: Double
  /// Time between two samples.
  public let interval: TimeSpan
  /// Where the list stands, pt.
  public private(set) var offset: Double
  /// What it has reported.
  public private(set) var events: [Event] = []
  private var drag: UInt32 = 0

  /// A list at rest.
  ///
  /// - Parameter samplesPerSecond: 60 or 120.
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

  /// What it has reported since the last call.
  public mutating func takeEvents() -> [Event] {
    defer { self.events = [] }
    return self.events
  }

  /// A drag along `speeds`, one finger speed in pt/s for each sample (positive scrolls up), from
  /// `start`. Returns when the finger lifts, with the velocity that it leaves the list with.
  public mutating func drag(
    along speeds: [Double], from start: Instant, jitter: (Int) -> Double = { _ in 0 }
  ) -> (time: Instant, velocity: Double) {
    self.drag += 1
    var time = start
    // The finger's own way: the content follows it rubber-banded past the ends.
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

  /// The system takes the running drag away instead of a lift.
  public mutating func dragCancelled(along speeds: [Double], from start: Instant) -> Instant {
    let (time, _) = self.drag(along: speeds, from: start)
    self.events.removeLast()
    self.report(.cancelled, at: time)
    self.offset = min(max(self.offset, 0), self.maximumOffset)
    return time
  }

  /// The list coasts from `start` with `velocity` until it rests, or until `limit`, when a finger
  /// grabs it. Returns when that is.
  public mutating func coast(
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
        // Back to the end like a critically damped spring that starts with the speed it had.
        let omega = 12.0
        let distance = origin - end
        let t = elapsed.seconds
        let rest = (distance + (speed + omega * distance) * t) * exponential(-omega * t)
        self.offset = end + rest
        if abs(rest) < 0.5 { return self.settle(at: end, time) }
      } else {
        self.offset = ScrollPhysics.coastingOffset(
          from: origin, velocity: speed, after: elapsed)
        let current = ScrollPhysics.coastingVelocity(speed, after: elapsed)
        if abs(current) < 10 { return self.settle(at: self.offset, time) }
        if self.offset < 0 || self.offset > self.maximumOffset {
          (origin, launched, speed) = (self.offset, time, current)
        }
      }
      self.report(.decelerating, at: time)
    }
  }

  /// The app moves the list to `target` within `duration`. Returns when it is there.
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
    self.events.append(Event(time: time, kind: .scroll(scroll)))
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
