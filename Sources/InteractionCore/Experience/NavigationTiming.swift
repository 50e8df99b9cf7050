/// An override of a style's duration, easing or timeline (rule N4).
public struct NavigationTiming: Hashable, Sendable {
  /// The style it applies to.
  public var style: NavigationStyle
  /// The total duration in either direction, to which the tracks are scaled; nil for the style's
  /// own.
  public var duration: TimeSpan?
  /// The easing of the tracks without a spring; nil for the style's own.
  public var easing: CubicBezier?
  /// The timeline that replaces the style's for an incoming page; nil for the style's own.
  public var timeline: TimelineDefinition?
  /// The timeline for an outgoing page; nil for the reverse of ``timeline``.
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
  /// Returns the declared timeline for this direction; nil if the style plays its own.
  func declared(isBack: Bool, in surface: Surface) -> Timeline? {
    func played(_ definition: TimelineDefinition) -> Timeline {
      definition.timeline(
        in: surface, fill: .both, duration: { $0 },
        targets: [
          .pageIncoming: .incomingPage, .pageOutgoing: .outgoingPage, .pageMask: .pageMask,
        ])
    }
    guard isBack else { return self.timeline.map(played) }
    return self.backTimeline.map(played) ?? self.timeline.map { played($0).reversed }
  }
}

extension Timeline {
  /// Returns the animation scaled to the style's overridden duration and easing (rule N4).
  func timed(_ timing: NavigationTiming) -> Timeline {
    let whole = self.duration.microseconds
    let goal = timing.duration?.microseconds ?? whole
    /// Returns `time` scaled to the new duration.
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
