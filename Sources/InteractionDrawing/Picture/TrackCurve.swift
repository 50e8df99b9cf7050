import InteractionCore

/// One track as a line: the values are those that the core's own sampling gives (rule M4).
struct TrackCurve {
  let track: Track
  /// The values over time, in seconds after the timeline's start.
  let samples: [(time: Double, value: Double)]
  /// The keyframes, where the curve passes them.
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
    // What the end leads to, even where it holds for no time.
    var held = track
    held.fill = .forwards
    let last = track.goesOn ? nil : held.value(at: track.end)
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

  /// All values, those of the keyframes too.
  var range: ClosedRange<Double> {
    let values = self.samples.map(\.value) + self.track.keyframes.map(\.value)
    return (values.min() ?? 0) ... (values.max() ?? 0)
  }

  /// How far the curve goes beyond all keyframes, as a part of their range; nil if it stays inside.
  var overshoot: Double? {
    let values = self.track.keyframes.map(\.value)
    guard let low = values.min(), let high = values.max(), low < high else { return nil }
    let beyond = max(self.range.upperBound - high, low - self.range.lowerBound)
    return beyond > 0.002 * (high - low) ? beyond / (high - low) : nil
  }

  /// Moments of one iteration: even ones, the jumps of steps, and the last before the end.
  private static func offsets(of track: Track) -> [TimeSpan] {
    let length = track.duration.microseconds
    let parts: Int64
    switch track.easing {
    case .steps(let count) where (1 ... 120).contains(count): parts = Int64(count)
    case .bezier, .spring, .steps: parts = 90
    }
    var moments: Set<Int64> = [0, max(length - 1, 0)]
    for part in 0 ..< parts {
      // Rounded up: there the next step has begun.
      let moment = length / parts * part + (length % parts * part + parts - 1) / parts
      moments.formUnion([moment - 1, moment, moment + 1])
    }
    return moments.filter { $0 >= 0 && $0 < length }.sorted().map(TimeSpan.init(microseconds:))
  }

  /// When a forward iteration first reaches each keyframe's part of the way, s.
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
  /// When the iterations that are drawn start: of endless ones and of many, two are.
  fileprivate var drawnStarts: [TimeSpan] {
    self.iterations == 1 ? [self.delay] : [self.delay, self.delay + self.duration]
  }

  /// When the last of these ends, s.
  var drawnEnd: Double {
    ((self.drawnStarts.last ?? self.delay) + self.duration).seconds
  }

  /// Whether there are more.
  var goesOn: Bool { self.iterations == 0 || self.iterations > 2 }

  /// Whether this iteration, counted from 0, runs backwards.
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
  /// When the last track ends, as far as it is drawn, s.
  var drawnEnd: Double { self.tracks.map(\.drawnEnd).max() ?? 0 }

  /// Whether there is more than is drawn.
  var goesOn: Bool { self.tracks.contains(where: \.goesOn) }
}
