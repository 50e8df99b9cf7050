/// An animation of one or more properties that starts, runs and ends as a unit (rule D2).
///
/// The model is that of the Web Animations API: tracks with their own delays express both parallel
/// groups and sequences, so no round trip can stall a choreography. A timeline replaces running
/// animations of the same targets and starts from their current values.
public struct Timeline: Hashable, Sendable {
  /// The animated properties.
  public var tracks: [Track]
  /// The snapshot images to take before the animation starts (rule F6).
  public var captures: [Capture]
  /// The staging of views while the animation runs.
  public var staging: [Staging]

  public init(
    tracks: [Track],
    captures: [Capture] = [],
    staging: [Staging] = []
  ) {
    self.tracks = tracks
    self.captures = captures
    self.staging = staging
  }

  /// A Boolean value that indicates whether a track runs forever.
  public var isEndless: Bool {
    self.tracks.contains { $0.iterations == 0 && $0.duration > .zero }
  }

  /// The end of the last track; an endless track counts as one iteration.
  public var duration: TimeSpan {
    self.tracks.reduce(.zero) { max($0, $1.end) }
  }
}

/// A snapshot image that an animation moves in place of its view. A page is hidden while images of
/// it cover the screen and no track moves the page itself; other views stay visible unless
/// ``FloorState/hidesViews`` hides them.
public struct Capture: Hashable, Sendable {
  /// The image's target.
  public var target: ViewPath
  /// The view to capture.
  public var subject: ViewPath
  /// The captured part of the screen, pt.
  public var frame: Rect
  /// The captured part of the screen, pixels.
  public var pixelFrame: Rect

  public init(target: ViewPath, of subject: ViewPath, frame: Rect, scale: Double) {
    self.target = target
    self.subject = subject
    self.frame = frame
    self.pixelFrame = frame.scaled(by: scale)
  }
}

/// The staging of a view while an animation runs. Of two views with the level `above`, the later
/// one is on top.
public struct Staging: Hashable, Sendable {
  /// The view.
  public var target: ViewPath
  /// The view's z-order.
  public var level: Level
  /// The origin of rotation and scaling, as fractions of width and height.
  public var origin: Point
  /// The perspective, as m34 of a Core Animation transform; 0 for none.
  public var perspective: Double

  public init(
    _ target: ViewPath, level: Level = .unchanged, origin: Point = Point(x: 0.5, y: 0.5),
    perspective: Double = 0
  ) {
    self.target = target
    self.level = level
    self.origin = origin
    self.perspective = perspective
  }
}

/// The animation of one property of one target.
public struct Track: Hashable, Sendable {
  /// The view.
  public var target: ViewPath
  /// The animated property.
  public var property: AnimatedProperty
  /// The keyframes, at least two, with positions ascending from 0 to 1 and linear interpolation
  /// between them. Two keyframes at one position are a jump.
  public var keyframes: [Keyframe]
  /// The start, relative to the timeline's start.
  public var delay: TimeSpan
  /// The duration of one iteration.
  public var duration: TimeSpan
  /// The easing, over a whole iteration.
  public var easing: Easing
  /// The number of iterations; 0 for an endless track.
  public var iterations: UInt32
  /// The direction of the iterations.
  public var direction: Direction
  /// The values before the track's start and after its end.
  public var fill: Fill

  public init(
    target: ViewPath,
    property: AnimatedProperty,
    keyframes: [Keyframe],
    delay: TimeSpan = .zero,
    duration: TimeSpan,
    easing: Easing,
    iterations: UInt32 = 1,
    direction: Direction = .normal,
    fill: Fill = .none
  ) {
    self.target = target
    self.property = property
    self.keyframes = keyframes
    self.delay = delay
    self.duration = duration
    self.easing = easing
    self.iterations = iterations
    self.direction = direction
    self.fill = fill
  }

  /// The end of the last iteration, relative to the timeline's start; an endless track counts as
  /// one iteration.
  public var end: TimeSpan {
    let (length, overflow) = self.duration.microseconds.multipliedReportingOverflow(
      by: Int64(max(self.iterations, 1)))
    return self.delay + TimeSpan(microseconds: overflow ? .max : length)
  }

  /// Creates a track from one value to another.
  public init(
    _ target: ViewPath,
    _ property: AnimatedProperty,
    from: Double,
    to: Double,
    delay: TimeSpan = .zero,
    duration: TimeSpan,
    easing: CubicBezier,
    fill: Fill = .none
  ) {
    self.init(
      target: target,
      property: property,
      keyframes: [Keyframe(position: 0, value: from), Keyframe(position: 1, value: to)],
      delay: delay,
      duration: duration,
      easing: .bezier(easing),
      fill: fill
    )
  }
}

/// A value at a position of a track.
public struct Keyframe: Hashable, Sendable {
  /// The position, as a fraction of an iteration, 0 … 1.
  public var position: Double
  /// The property's value.
  public var value: Double

  public init(position: Double, value: Double) {
    self.position = position
    self.value = value
  }
}

/// The progress of an animation as a function of time.
public enum Easing: Hashable, Sendable {
  /// A cubic Bézier curve (rule M1).
  case bezier(CubicBezier)
  /// A spring (rule M2).
  case spring(Spring)
  /// Equal steps, as many as this.
  case steps(Int)
}
