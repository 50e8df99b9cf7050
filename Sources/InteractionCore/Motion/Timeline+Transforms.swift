extension Timeline {
  /// The way back: every track from its end to its start along its own curve, the last one first,
  /// and the pages' parts exchanged, since the page that came is now the one that leaves.
  var reversed: Timeline {
    let length = self.duration
    var timeline = self
    timeline.tracks = self.tracks.map { track in
      var track = track
      track.target = track.target.exchanged
      track.keyframes = track.keyframes.reversed().map { keyframe in
        Keyframe(position: 1 - keyframe.position, value: keyframe.value)
      }
      // An even number of turns ends where it began, so the keyframes' ends are not the track's.
      if track.iterations % 2 == 0 { track.direction = track.direction.withOtherTurnFirst }
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
      staging.target = staging.target.exchanged
      return staging
    }
    timeline.captures = self.captures.map { capture in
      var capture = capture
      capture.subject = capture.subject.exchanged
      return capture
    }
    return timeline
  }

  /// The same in a layout that runs from right to left (rule T11).
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

  /// The rest of the animation after a finger has brought it to `progress`: on to its end, or back
  /// to its start. It takes the part of the time that the way is of the whole, or the whole time
  /// where `progress` may not be what shows: a client starts from that (rule D2).
  func rest(from progress: Double, toEnd: Bool, takesWholeTime: Bool = false) -> Timeline {
    let part = takesWholeTime ? 1 : toEnd ? 1 - progress : progress
    let time = Double(self.duration.microseconds) * min(max(part, 0), 1)
    var timeline = self
    timeline.captures = []
    timeline.tracks = self.ways.map { way in
      Track(
        way.target, way.property, from: way.start + (way.end - way.start) * progress,
        to: toEnd ? way.end : way.start, duration: TimeSpan(microseconds: Int64(time.rounded())),
        easing: .easeOut, fill: .both)
    }
    return timeline
  }

  /// What ties the animation to a finger's translation from 0 to `distance` pt (rule D6).
  func links(to driver: ScrollLink.Driver, distance: Double) -> [ScrollLink] {
    self.ways.map { way in
      ScrollLink(
        driver: driver, target: way.target, property: way.property, startOffset: 0,
        endOffset: distance, startValue: way.start, endValue: way.end)
    }
  }

  /// Where each property goes from its first track's start to its last one's end: under a finger it
  /// goes there straight.
  private var ways: [(target: Target, property: AnimatedProperty, start: Double, end: Double)] {
    var ways: [(target: Target, property: AnimatedProperty, start: Double, end: Double)] = []
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

  /// The same with every duration and delay passed through `change` (rule D4).
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

  /// The same for a client that knows no springs (rule X2): their curves as keyframes, `rate` to
  /// the second, with straight lines between them.
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
  /// The same turns, the second of them first.
  fileprivate var withOtherTurnFirst: Track.Direction {
    switch self {
    case .alternate: .alternateReverse
    case .alternateReverse: .alternate
    case .normal, .reverse: self
    }
  }
}

extension Target {
  /// The same part of the other page.
  fileprivate var exchanged: Target {
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
