/// How long a style takes, along which curve, or what it plays (rule N4), where that is not the
/// style's own.
public struct NavigationTiming: Hashable, Sendable {
  /// The style.
  public var style: NavigationStyle
  /// How long the whole of it takes, there and back; nil is the style's own time. Its parts keep
  /// their shares.
  public var duration: TimeSpan?
  /// The curve of each of its parts, but for those on a spring; nil is the style's own.
  public var easing: CubicBezier?
  /// What it plays when a page comes; nil is what the style is called.
  public var timeline: TimelineDefinition?
  /// What it plays when a page leaves; nil is ``timeline`` in reverse.
  public var backTimeline: TimelineDefinition?

  public init(
    _ style: NavigationStyle, duration: TimeSpan? = nil, easing: CubicBezier? = nil,
    timeline: TimelineDefinition? = nil, backTimeline: TimelineDefinition? = nil
  ) {
    self.style = style
    self.duration = duration
    self.easing = easing
    self.timeline = timeline
    self.backTimeline = backTimeline
  }
}

extension NavigationTiming {
  /// What the experience declares for this way; nil where the style plays its own.
  func declared(isBack: Bool, in environment: Environment) -> Timeline? {
    func played(_ definition: TimelineDefinition) -> Timeline {
      definition.timeline(
        in: environment, fill: .both, duration: { $0 },
        targets: [
          .pageIncoming: .incomingPage, .pageOutgoing: .outgoingPage, .pageMask: .pageMask,
        ])
    }
    guard isBack else { return self.timeline.map(played) }
    return self.backTimeline.map(played) ?? self.timeline.map { played($0).reversed }
  }
}

extension Timeline {
  /// The same in the time and along the curve that an experience gives the style (rule N4).
  func timed(_ timing: NavigationTiming) -> Timeline {
    let whole = self.duration.microseconds
    let goal = timing.duration?.microseconds ?? whole
    /// Where a moment of the style's own time comes to lie.
    func moment(_ time: TimeSpan) -> TimeSpan {
      guard whole > 0, goal != whole else { return time }
      return TimeSpan(microseconds: (time.microseconds * goal + whole / 2) / whole)
    }
    var timeline = self
    timeline.tracks = self.tracks.map { track in
      var track = track
      let end = moment(track.end)
      track.delay = moment(track.delay)
      track.duration = TimeSpan(microseconds: end.microseconds - track.delay.microseconds)
      switch track.easing {
      case .bezier:
        if let easing = timing.easing { track.easing = .bezier(easing) }
      case .spring(var spring):
        spring.duration = moment(spring.duration)
        track.easing = .spring(spring)
      case .steps:
        break
      }
      return track
    }
    return timeline
  }
}
