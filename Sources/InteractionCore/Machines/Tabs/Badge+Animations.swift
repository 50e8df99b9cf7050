extension BadgeDefinition {
  /// Returns the animation of the badge of `tab` for a change of its visible content (rule B4); nil
  /// for none.
  func changeTimeline(
    tab: Int, height: Double, in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline? {
    guard let own = self.timeline else {
      return self.animation.timeline(tab: tab, height: height, by: self, duration: duration)
    }
    return own.timeline(
      in: surface, fill: .none, duration: duration, targets: [.tabCount: .tabCount(tab)])
  }

  /// The endless animation after a change of the visible content; nil to keep the running one.
  var loopOnChange: BadgeAnimation? {
    if self.timeline != nil { return BadgeAnimation.none }
    if self.animation == .none { return nil }
    return self.animation.isLoop ? self.animation : BadgeAnimation.none
  }
}

extension BadgeAnimation {
  /// A Boolean value that indicates whether the animation is endless.
  var isLoop: Bool {
    switch self {
    case .none, .alert, .shake, .alertAndShake: false
    case .scaleLoop, .shakeLoop, .bounceLoop, .breatheLoop: true
    }
  }

  /// Returns the animation of the badge of `tab` (rule B4); nil for none. It replaces a running
  /// animation.
  ///
  /// The loops are those of CYLTabBarController; `height` is the badge's height where they depend
  /// on its size. Durations, distances and easing are those of `definition`.
  func timeline(
    tab: Int, height: Double, by definition: BadgeDefinition, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline? {
    let target = ViewPath.tabCount(tab)
    let (length, swing) = (definition.animationDuration, definition.swing ?? height / 4)
    func track(
      _ property: AnimatedProperty, _ values: [Double], over span: TimeSpan,
      easing: CubicBezier? = nil
    ) -> Track {
      let last = Double(values.count - 1)
      return Track(
        target: target, property: property,
        keyframes: values.enumerated().map { index, value in
          Keyframe(position: Double(index) / last, value: value)
        },
        duration: duration(span), easing: .bezier(easing ?? definition.animationEasing))
    }
    func loop(
      _ property: AnimatedProperty, _ values: [Double], usually span: TimeSpan = .seconds(1)
    ) -> Track {
      var track = track(property, values, over: definition.loopDuration ?? span)
      track.iterations = 0
      track.direction = .alternate
      return track
    }
    func alert(over span: TimeSpan) -> Track { track(.scale, [0.1, 1], over: span) }
    func shake(over span: TimeSpan) -> Track {
      track(
        .translateY, Self.gravityBounce(from: definition.fallHeight), over: span, easing: .linear)
    }
    let (growth, fall) = (TimeSpan.milliseconds(250), TimeSpan.seconds(2))
    let tracks: [Track]
    switch self {
    case .none:
      return nil
    case .alert:
      tracks = [alert(over: length ?? growth)]
    case .shake:
      tracks = [shake(over: length ?? fall)]
    case .alertAndShake:
      // The growth takes an eighth of the time of the fall.
      let whole = length ?? fall
      tracks = [
        alert(over: TimeSpan(microseconds: whole.microseconds / 8)), shake(over: whole),
      ]
    case .scaleLoop:
      tracks = [loop(.scale, [1.4, 0.6])]
    case .shakeLoop:
      tracks = [loop(.translateX, [0 - swing, swing])]
    case .bounceLoop:
      tracks = [loop(.translateY, [0 - swing, swing])]
    case .breatheLoop:
      tracks = [loop(.opacity, [1, 0.1], usually: .milliseconds(1_400))]
    }
    // A loop without duration is dropped (rule D4).
    guard tracks.allSatisfy({ $0.iterations != 0 || $0.duration > .zero }) else { return nil }
    return Timeline(tracks: tracks)
  }

  /// Returns the keyframes of a fall and three bounces, each at half the speed of the one before,
  /// at 22 equal time steps that hit every contact with the ground.
  private static func gravityBounce(from height: Double) -> [Double] {
    var values: [Double] = []
    // 8 steps for the fall, then 8, 4 and 2 for the bounces.
    for step in 0 ..< 8 {
      let part = Double(step) / 8
      values.append(-height * (1 - part * part))
    }
    for (steps, height) in [(8, height / 4), (4, height / 16), (2, height / 64)] {
      for step in 0 ..< steps {
        let part = 2 * Double(step) / Double(steps) - 1
        values.append(-height * (1 - part * part))
      }
    }
    return values + [0]
  }
}
