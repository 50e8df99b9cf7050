/// A choreography that an experience declares by name, to be played in place of a built-in one
/// (rule D2).
public struct TimelineDefinition: Hashable, Sendable {
  /// What the experience calls it.
  public var name: String
  /// What moves.
  public var tracks: [TrackDefinition]
  /// What stands above the other parts, the lowest first.
  public var above: [AnimatedPart]

  public init(name: String, tracks: [TrackDefinition], above: [AnimatedPart] = []) {
    self.name = name
    self.tracks = tracks
    self.above = above
  }

  /// How long it takes as a whole.
  public var duration: TimeSpan {
    self.tracks.reduce(.zero) { max($0, $1.end) }
  }
}

/// One property of one part over time, for every size of screen.
public struct TrackDefinition: Hashable, Sendable {
  /// What moves.
  public var part: AnimatedPart
  /// Which of its properties.
  public var property: AnimatedProperty
  /// The values on the way, in ``unit`` where they are distances.
  public var keyframes: [Keyframe]
  /// What the values of a distance count.
  public var unit: Unit
  /// When it starts, after the timeline's start.
  public var delay: TimeSpan
  /// How long one iteration takes.
  public var duration: TimeSpan
  /// How its progress follows time.
  public var easing: Easing
  /// How often it runs; at least once.
  public var iterations: UInt32
  /// Which way the iterations run.
  public var direction: Track.Direction
  /// What holds outside of its time; nil is what suits the place.
  public var fill: Track.Fill?

  public init(
    _ part: AnimatedPart, _ property: AnimatedProperty, keyframes: [Keyframe],
    unit: Unit = .points, delay: TimeSpan = .zero, duration: TimeSpan,
    easing: Easing = .bezier(.easeInEaseOut), iterations: UInt32 = 1,
    direction: Track.Direction = .normal, fill: Track.Fill? = nil
  ) {
    self.part = part
    self.property = property
    self.keyframes = keyframes
    self.unit = unit
    self.delay = delay
    self.duration = duration
    self.easing = easing
    self.iterations = iterations
    self.direction = direction
    self.fill = fill
  }

  /// When its last iteration is over, after the timeline's start.
  public var end: TimeSpan {
    let length = self.duration.microseconds.multipliedReportingOverflow(
      by: Int64(max(self.iterations, 1)))
    return self.delay + TimeSpan(microseconds: length.overflow ? .max : length.partialValue)
  }
}

extension TimelineDefinition {
  /// The timeline in `environment`: distances in points, mirrored from right to left (rule T11).
  ///
  /// - Parameters:
  ///   - fill: What holds outside of a track's time where the track does not say.
  ///   - duration: What becomes of each duration and delay (rule D4).
  ///   - targets: The views that the parts are at this place; a track without one is left out.
  func timeline(
    in environment: Environment, fill: Track.Fill, duration: (TimeSpan) -> TimeSpan,
    targets: [AnimatedPart: Target]
  ) -> Timeline {
    let timeline = Timeline(
      tracks: self.tracks.compactMap { track in
        targets[track.part].map { target in
          Track(
            target: target, property: track.property,
            keyframes: track.keyframes.map { keyframe in
              Keyframe(
                position: keyframe.position,
                value: keyframe.value * track.unit.points(in: environment))
            },
            delay: duration(track.delay), duration: duration(track.duration), easing: track.easing,
            iterations: track.iterations, direction: track.direction, fill: track.fill ?? fill)
        }
      },
      staging: self.above.compactMap { part in
        targets[part].map { Staging($0, level: .above) }
      })
    return environment.direction == .rightToLeft
      ? timeline.mirrored(width: environment.viewport.width) : timeline
  }
}

extension TrackDefinition.Unit {
  /// How many points one of it is.
  fileprivate func points(in environment: Environment) -> Double {
    switch self {
    case .points: 1
    case .width: environment.viewport.width
    case .height: environment.viewport.height
    }
  }
}
