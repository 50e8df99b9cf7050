extension Timeline {
  /// The reversed animation: every track runs from its end to its start along its own curve, the
  /// last one first, and incoming and outgoing page are exchanged.
  var reversed: Timeline {
    let length = self.duration
    var timeline = self
    timeline.tracks = self.tracks.map { track in
      var track = track
      track.target = track.target.withPagesExchanged
      track.keyframes = track.keyframes.reversed().map { keyframe in
        Keyframe(position: 1 - keyframe.position, value: keyframe.value)
      }
      // An even number of alternating iterations ends where it began, so the track's ends are not
      // those of its keyframes.
      if track.iterations % 2 == 0 { track.direction = track.direction.alternated }
      track.delay = length - track.end
      switch track.fill {
      case .forwards: track.fill = .backwards
      case .backwards: track.fill = .forwards
      case .none, .both: break
      }
      return track
    }
    timeline.staging = self.staging.map { staging in
      var staging = staging
      staging.target = staging.target.withPagesExchanged
      return staging
    }
    timeline.captures = self.captures.map { capture in
      var capture = capture
      capture.subject = capture.subject.withPagesExchanged
      return capture
    }
    return timeline
  }

  /// Returns the animation for a right-to-left layout (rule T11).
  func mirrored(width: Double) -> Timeline {
    var timeline = self
    timeline.tracks = self.tracks.map { track in
      var track = track
      track.keyframes = track.keyframes.map { keyframe in
        Keyframe(
          position: keyframe.position, value: track.property.mirrored(keyframe.value, width: width))
      }
      return track
    }
    timeline.captures = self.captures.map { capture in
      let frame = capture.frame
      let scale = frame.width > 0 ? capture.pixelFrame.width / frame.width : 1
      return Capture(
        target: capture.target, of: capture.subject,
        frame: Rect(
          x: width - frame.x - frame.width, y: frame.y, width: frame.width, height: frame.height),
        scale: scale)
    }
    timeline.staging = self.staging.map { staging in
      var staging = staging
      staging.origin.x = 1 - staging.origin.x
      return staging
    }
    return timeline
  }

  /// Returns the animation from `progress`, where a finger has left it, to its end or back to its
  /// start. Its duration is in proportion to the remaining distance, or the whole duration if
  /// `progress` may differ from the client's, which animates from its current value (rule D2).
  func remainder(from progress: Double, toEnd: Bool, usesFullDuration: Bool = false) -> Timeline {
    let part = usesFullDuration ? 1 : toEnd ? 1 - progress : progress
    let time = Double(self.duration.microseconds) * min(max(part, 0), 1)
    var timeline = self
    timeline.captures = []
    timeline.tracks = self.propertyRanges.map { way in
      Track(
        way.target, way.property, from: way.start + (way.end - way.start) * progress,
        to: toEnd ? way.end : way.start, duration: TimeSpan(microseconds: Int64(time.rounded())),
        easing: .easeOut, fill: .both)
    }
    return timeline
  }

  /// Returns the links that tie the animation to a finger's translation from 0 to `distance` pt
  /// (rule D6).
  func links(to driver: ScrollLink.Driver, distance: Double) -> [ScrollLink] {
    self.propertyRanges.map { way in
      ScrollLink(
        driver: driver, target: way.target, property: way.property, startOffset: 0,
        endOffset: distance, startValue: way.start, endValue: way.end)
    }
  }

  /// The start value of each property's first track and the end value of its last; between them a
  /// finger interpolates linearly.
  private var propertyRanges:
    [(target: ViewPath, property: AnimatedProperty, start: Double, end: Double)]
  {
    var ways: [(target: ViewPath, property: AnimatedProperty, start: Double, end: Double)] = []
    for track in self.tracks.sorted(by: { $0.delay < $1.delay }) {
      let known = ways.firstIndex { $0.target == track.target && $0.property == track.property }
      if let known {
        ways[known].end = track.endValue
      } else {
        ways.append((track.target, track.property, track.startValue, track.endValue))
      }
    }
    return ways
  }

  /// Returns the animation with every duration and delay mapped by `change` (rule D4).
  func timed(_ change: (TimeSpan) -> TimeSpan) -> Timeline {
    var timeline = self
    timeline.tracks = self.tracks.map { track in
      var track = track
      track.delay = change(track.delay)
      track.duration = change(track.duration)
      return track
    }
    return timeline
  }

  /// Returns the animation for a client without springs (rule X2): springs become 2 to 600 segments
  /// between keyframes, `rate` per second, with linear interpolation.
  public func withSampledSprings(rate: Int = 60) -> Timeline {
    var timeline = self
    timeline.tracks = self.tracks.map { $0.withSampledSpring(rate: rate) }
    return timeline
  }
}

extension Track {
  fileprivate func withSampledSpring(rate: Int) -> Track {
    guard case .spring = self.easing else { return self }
    guard self.duration > .zero else {
      var track = self
      track.easing = .bezier(.linear)
      return track
    }
    let count = min(max(Int(self.duration.seconds * Double(rate)), 2), 600)
    var once = self
    once.delay = .zero
    once.iterations = 1
    once.direction = .normal
    once.fill = .both
    var track = self
    track.easing = .bezier(.linear)
    track.keyframes = (0 ... count).map { step in
      let time = self.duration.microseconds * Int64(step) / Int64(count)
      let value = once.value(at: TimeSpan(microseconds: time)) ?? 0
      return Keyframe(position: Double(time) / Double(self.duration.microseconds), value: value)
    }
    return track
  }
}

extension Track.Direction {
  /// The alternating direction that starts with the other iteration.
  fileprivate var alternated: Track.Direction {
    switch self {
    case .alternate: .alternateReverse
    case .alternateReverse: .alternate
    case .normal, .reverse: self
    }
  }
}

extension ViewPath {
  /// The same view of the other page: incoming and outgoing are exchanged.
  fileprivate var withPagesExchanged: ViewPath {
    switch self {
    case .incomingPage: .outgoingPage
    case .outgoingPage: .incomingPage
    default: self
    }
  }
}

extension AnimatedProperty {
  fileprivate func mirrored(_ value: Double, width: Double) -> Double {
    switch self {
    case .translateX, .rotation, .rotationY, .shadowOffsetX: -value
    case .centerX, .screenCenterX: width - value
    case .opacity, .scale, .translateY, .contentOffsetY, .frame, .translateZ, .rotationX, .centerY,
      .shadowOpacity, .maskDiameter, .scaleX, .scaleY, .shadowOffsetY, .shadowRadius, .maskWidth,
      .maskHeight:
      value
    }
  }
}
