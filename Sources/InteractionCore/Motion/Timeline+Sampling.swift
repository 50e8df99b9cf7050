extension Timeline {
  /// The value of a property at one time.
  public struct Sample: Hashable, Sendable {
    /// The view.
    public var target: ViewPath
    /// The animated property.
    public var property: AnimatedProperty
    /// The value, in the property's unit.
    public var value: Double
  }

  /// Returns the values that the animation shows `time` after its start (rule M4), without those of
  /// tracks that are not in effect at that time.
  public func sample(at time: TimeSpan) -> [Sample] {
    self.tracks.compactMap { track in
      track.value(at: time).map { value in
        Sample(target: track.target, property: track.property, value: value)
      }
    }
  }
}

extension Track {
  /// Returns the property's value `time` after the timeline's start; nil while the layout's own
  /// value shows, that is before the track's start and after its end unless ``fill`` says
  /// otherwise.
  public func value(at time: TimeSpan) -> Double? {
    if time < self.delay {
      guard self.fill == .backwards || self.fill == .both else { return nil }
      return self.startValue
    }
    if self.iterations > 0 && time >= self.end {
      guard self.fill == .forwards || self.fill == .both else { return nil }
      return self.endValue
    }
    // The track is in effect, so its duration is positive unless it runs forever.
    guard self.duration > .zero else { return self.value(atProgress: 1) }
    let elapsed = (time - self.delay).microseconds
    let (iteration, rest) = elapsed.quotientAndRemainder(dividingBy: self.duration.microseconds)
    return self.value(
      inIteration: UInt32(truncatingIfNeeded: iteration), after: TimeSpan(microseconds: rest))
  }

  /// The value at the start of the first iteration.
  var startValue: Double {
    self.value(atProgress: self.isReversed(inIteration: 0) ? 1 : 0)
  }

  /// The value at the end of the last iteration; an endless track counts as one iteration.
  var endValue: Double {
    self.value(atProgress: self.isReversed(inIteration: max(self.iterations, 1) - 1) ? 0 : 1)
  }

  private func value(inIteration iteration: UInt32, after elapsed: TimeSpan) -> Double {
    let time =
      self.isReversed(inIteration: iteration)
      ? TimeSpan(microseconds: self.duration.microseconds - elapsed.microseconds) : elapsed
    return self.value(atProgress: self.progress(after: time))
  }

  private func isReversed(inIteration iteration: UInt32) -> Bool {
    switch self.direction {
    case .normal: false
    case .reverse: true
    case .alternate: iteration & 1 == 1
    case .alternateReverse: iteration & 1 == 0
    }
  }

  /// Returns the progress of one forward iteration.
  private func progress(after time: TimeSpan) -> Double {
    if time >= self.duration { return 1 }
    let part = time.seconds / self.duration.seconds
    switch self.easing {
    case .bezier(let curve):
      return curve.progress(at: part)
    case .spring(let spring):
      return spring.progress(at: time)
    case .steps(let count):
      let steps = Double(max(count, 1))
      let elapsed = Double(time.microseconds) * steps
      return (elapsed / Double(self.duration.microseconds)).rounded(.down) / steps
    }
  }

  /// Returns the value at `progress`. Below 0 and above 1 the nearest segment is extrapolated,
  /// except before a jump at the start, where the value after the jump holds.
  private func value(atProgress progress: Double) -> Double {
    guard let first = self.keyframes.first, let last = self.keyframes.last else { return 0 }
    guard self.keyframes.count > 1 else { return first.value }
    if progress == 1 { return last.value }
    let end = self.keyframes.dropFirst().firstIndex { progress < $0.position }
    let upper = self.keyframes[end ?? self.keyframes.count - 1]
    let lower = self.keyframes[(end ?? self.keyframes.count - 1) - 1]
    let span = upper.position - lower.position
    guard span > 0 else { return progress < lower.position ? lower.value : upper.value }
    return lower.value + (upper.value - lower.value) * (progress - lower.position) / span
  }
}
