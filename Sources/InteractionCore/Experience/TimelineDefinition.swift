/// A named choreography of an experience that replaces a built-in one (rule D2).
public struct TimelineDefinition: Hashable, Sendable {
  /// The name in the experience.
  public var name: String
  /// The animated properties.
  public var tracks: [TrackDefinition]
  /// The parts that are above the others, bottom to top.
  public var above: [AnimatedPart]

  public init(name: String, tracks: [TrackDefinition], above: [AnimatedPart] = []) {
    self.name = name
    self.tracks = tracks
    self.above = above
  }

  /// The total duration.
  public var duration: TimeSpan {
    self.tracks.reduce(.zero) { max($0, $1.end) }
  }
}

/// The animation of one property of one part, independent of the screen's size.
public struct TrackDefinition: Hashable, Sendable {
  /// The animated part.
  public var part: AnimatedPart
  /// The animated property.
  public var property: AnimatedProperty
  /// The keyframes; distances are in ``unit``.
  public var keyframes: [Keyframe]
  /// The unit of distances.
  public var unit: Unit
  /// The start, relative to the timeline's start.
  public var delay: TimeSpan
  /// The duration of one iteration.
  public var duration: TimeSpan
  /// The easing of one iteration.
  public var easing: Easing
  /// The number of iterations; at least 1.
  public var iterations: UInt32
  /// The direction of the iterations.
  public var direction: Track.Direction
  /// The values before the track's start and after its end; nil for the choreography's default.
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

  /// The end of the last iteration, relative to the timeline's start.
  public var end: TimeSpan {
    let length = self.duration.microseconds.multipliedReportingOverflow(
      by: Int64(max(self.iterations, 1)))
    return self.delay + TimeSpan(microseconds: length.overflow ? .max : length.partialValue)
  }
}

extension TimelineDefinition {
  /// Returns the timeline in `surface`: distances in points, mirrored from right to left (rule
  /// T11).
  ///
  /// - Parameters:
  ///   - fill: The fill of tracks that declare none.
  ///   - duration: The mapping of durations and delays (rule D4).
  ///   - targets: The view of each part in this choreography; tracks of other parts are omitted.
  func timeline(
    in surface: Surface, fill: Track.Fill, duration: (TimeSpan) -> TimeSpan,
    targets: [AnimatedPart: ViewPath]
  ) -> Timeline {
    let timeline = Timeline(
      tracks: self.tracks.compactMap { track in
        targets[track.part].map { target in
          Track(
            target: target, property: track.property,
            keyframes: track.keyframes.map { keyframe in
              Keyframe(
                position: keyframe.position,
                value: keyframe.value * track.unit.points(in: surface))
            },
            delay: duration(track.delay), duration: duration(track.duration), easing: track.easing,
            iterations: track.iterations, direction: track.direction, fill: track.fill ?? fill)
        }
      },
      staging: self.above.compactMap { part in
        targets[part].map { Staging($0, level: .above) }
      })
    return surface.direction == .rightToLeft
      ? timeline.mirrored(width: surface.viewport.width) : timeline
  }
}

extension TrackDefinition.Unit {
  /// Returns the length of one unit, pt.
  fileprivate func points(in surface: Surface) -> Double {
    switch self {
    case .points: 1
    case .width: surface.viewport.width
    case .height: surface.viewport.height
    }
  }
}
