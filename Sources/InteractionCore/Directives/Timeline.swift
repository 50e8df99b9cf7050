/// An animation of one or more properties that starts, runs and ends as one (rule D2).
///
/// The vocabulary is that of the Web Animations API: tracks with their own delays cover both
/// groups that run in parallel and sequences, so that no round trip can stall a choreography. It
/// replaces what still runs on the same targets, from the values shown.
public struct Timeline: Hashable, Sendable {
  /// The properties that move.
  public var tracks: [Track]
  /// The pictures that are taken of views before the animation starts (rule F6).
  public var captures: [Capture]
  /// How views are arranged while the animation runs.
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

  /// Whether a track of it runs for ever.
  public var isEndless: Bool {
    self.tracks.contains { $0.iterations == 0 && $0.duration > .zero }
  }

  /// When the last track ends; for ever counts as one iteration.
  public var duration: TimeSpan {
    self.tracks.reduce(.zero) { max($0, $1.end) }
  }
}

/// A picture of a view that an animation moves in the view's place. A page does not show while
/// pictures of it cover the screen and no track moves the page itself; other views show on, unless
/// ``FloorState/hidesViews`` hides them.
public struct Capture: Hashable, Sendable {
  /// The picture.
  public var target: Target
  /// The view that it is taken of.
  public var subject: Target
  /// The part of the screen that it shows, pt.
  public var frame: Rect
  /// The same in pixels.
  public var pixelFrame: Rect

  public init(target: Target, of subject: Target, frame: Rect, scale: Double) {
    self.target = target
    self.subject = subject
    self.frame = frame
    self.pixelFrame = frame.scaled(by: scale)
  }
}

/// How a view is arranged while an animation runs; of two that stand above the others, the later
/// one stands above the earlier one.
public struct Staging: Hashable, Sendable {
  /// The view.
  public var target: Target
  /// Where it stands among the others.
  public var level: Level
  /// The point that turning and scaling leave in place, as parts of width and height.
  public var origin: Point
  /// Perspective of the third dimension, as m34 of a Core Animation transform; 0 is none.
  public var perspective: Double

  public init(
    _ target: Target, level: Level = .unchanged, origin: Point = Point(x: 0.5, y: 0.5),
    perspective: Double = 0
  ) {
    self.target = target
    self.level = level
    self.origin = origin
    self.perspective = perspective
  }
}

/// One property of one target over time.
public struct Track: Hashable, Sendable {
  /// The view.
  public var target: Target
  /// What moves.
  public var property: AnimatedProperty
  /// The values on the way; at least two, their positions growing from 0 to 1, with straight lines
  /// between them. Two at one position are a jump.
  public var keyframes: [Keyframe]
  /// When it starts, after the timeline's start.
  public var delay: TimeSpan
  /// How long one iteration takes.
  public var duration: TimeSpan
  /// How its progress follows time, over the whole of an iteration.
  public var easing: Easing
  /// How often it runs; 0 means for ever.
  public var iterations: UInt32
  /// Which way the iterations run.
  public var direction: Direction
  /// What holds outside of the track's time.
  public var fill: Fill

  public init(
    target: Target,
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

  /// When the last iteration is over, after the timeline's start; for ever counts as one.
  public var end: TimeSpan {
    let (length, overflow) = self.duration.microseconds.multipliedReportingOverflow(
      by: Int64(max(self.iterations, 1)))
    return self.delay + TimeSpan(microseconds: overflow ? .max : length)
  }

  /// A track from one value to another.
  public init(
    _ target: Target,
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

/// A value at a part of the way.
public struct Keyframe: Hashable, Sendable {
  /// The part of the way, 0 … 1.
  public var position: Double
  /// The value there.
  public var value: Double

  public init(position: Double, value: Double) {
    self.position = position
    self.value = value
  }
}

/// How progress follows time.
public enum Easing: Hashable, Sendable {
  /// Along a cubic Bézier (rule M1).
  case bezier(CubicBezier)
  /// Like a spring (rule M2).
  case spring(Spring)
  /// In equal jumps.
  case steps(Int)
}
