import InteractionCore

/// The curve of a track, with values sampled by the core (rule M4).
struct TrackCurve {
  let track: Track
  /// The values over time, in seconds since the timeline's start.
  let samples: [(time: Double, value: Double)]
  /// The points at which the curve passes keyframes.
  let keyframes: [(time: Double, value: Double)]

  init(_ track: Track) {
    self.track = track
    let starts = track.drawnStarts
    let offsets = Self.offsets(of: track)
    let samples = starts.flatMap { start in
      offsets.compactMap { offset in
        track.value(at: start + offset).map { ((start + offset).seconds, $0) }
      }
    }
    // The final value, even if it is not held.
    var held = track
    held.fill = .forwards
    let last = track.continuesBeyondDrawing ? nil : held.value(at: track.end)
    self.samples = samples + (last.map { [(track.drawnEnd, $0)] } ?? [])
    let places = Self.places(of: track, among: offsets)
    self.keyframes = starts.enumerated().flatMap { iteration, start in
      zip(places, track.keyframes).map { place, keyframe in
        let isBack = track.isReversed(iteration)
        let offset = isBack ? track.duration.seconds - place : place
        return (start.seconds + offset, keyframe.value)
      }
    }
  }

  /// The range of all values, including keyframes.
  var range: ClosedRange<Double> {
    let values = self.samples.map(\.value) + self.track.keyframes.map(\.value)
    return (values.min() ?? 0) ... (values.max() ?? 0)
  }

  /// The overshoot beyond all keyframes, as a fraction of their range; nil if there is none.
  var overshoot: Double? {
    let values = self.track.keyframes.map(\.value)
    guard let low = values.min(), let high = values.max(), low < high else { return nil }
    let beyond = max(self.range.upperBound - high, low - self.range.lowerBound)
    return beyond > 0.002 * (high - low) ? beyond / (high - low) : nil
  }

  /// Returns the sampled times of one iteration: equidistant ones, the jumps of steps, and the last
  /// one before the end.
  private static func offsets(of track: Track) -> [TimeSpan] {
    let length = track.duration.microseconds
    let parts: Int64
    switch track.easing {
    case .steps(let count) where (1 ... 120).contains(count): parts = Int64(count)
    case .bezier, .spring, .steps: parts = 90
    }
    var moments: Set<Int64> = [0, max(length - 1, 0)]
    for part in 0 ..< parts {
      // Rounded up, to where the next step has begun.
      let moment = length / parts * part + (length % parts * part + parts - 1) / parts
      moments.formUnion([moment - 1, moment, moment + 1])
    }
    return moments.filter { $0 >= 0 && $0 < length }.sorted().map(TimeSpan.init(microseconds:))
  }

  /// Returns the times at which a forward iteration reaches each keyframe's position, s.
  private static func places(of track: Track, among offsets: [TimeSpan]) -> [Double] {
    var progress = track
    progress.keyframes = [Keyframe(position: 0, value: 0), Keyframe(position: 1, value: 1)]
    progress.direction = .normal
    return track.keyframes.map { keyframe in
      if keyframe.position <= 0 { return 0 }
      let reached = offsets.first { offset in
        (progress.value(at: track.delay + offset) ?? 0) >= keyframe.position - 1e-9
      }
      return keyframe.position < 1 ? (reached ?? track.duration).seconds : track.duration.seconds
    }
  }
}

extension Track {
  /// The starts of the drawn iterations: at most two.
  fileprivate var drawnStarts: [TimeSpan] {
    self.iterations == 1 ? [self.delay] : [self.delay, self.delay + self.duration]
  }

  /// The end of the drawn iterations, s.
  var drawnEnd: Double {
    ((self.drawnStarts.last ?? self.delay) + self.duration).seconds
  }

  /// A Boolean value that indicates whether more iterations follow than are drawn.
  var continuesBeyondDrawing: Bool { self.iterations == 0 || self.iterations > 2 }

  /// Returns whether an iteration, counted from 0, runs backwards.
  fileprivate func isReversed(_ iteration: Int) -> Bool {
    switch self.direction {
    case .normal: false
    case .reverse: true
    case .alternate: iteration % 2 == 1
    case .alternateReverse: iteration % 2 == 0
    }
  }
}

extension Timeline {
  /// The end of the drawn part, s.
  var drawnEnd: Double { self.tracks.map(\.drawnEnd).max() ?? 0 }

  /// A Boolean value that indicates whether more follows than is drawn.
  var goesOn: Bool { self.tracks.contains(where: \.continuesBeyondDrawing) }
}
