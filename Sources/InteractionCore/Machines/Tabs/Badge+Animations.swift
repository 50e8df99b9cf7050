extension BadgeDefinition {
  /// What the badge of `tab` plays when what it shows changes (rule B4); nil for nothing.
  func changeTimeline(
    tab: Int, height: Double, in environment: Environment, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline? {
    guard let own = self.timeline else {
      return self.animation.timeline(tab: tab, height: height, by: self, duration: duration)
    }
    return own.timeline(
      in: environment, fill: .none, duration: duration, targets: [.tabCount: .tabCount(tab)])
  }

  /// What goes on for ever once what it shows has changed; nil leaves what does.
  var loopOnChange: BadgeAnimation? {
    if self.timeline != nil { return BadgeAnimation.none }
    if self.animation == .none { return nil }
    return self.animation.isLoop ? self.animation : BadgeAnimation.none
  }
}

extension BadgeAnimation {
  /// Whether it goes on for ever.
  var isLoop: Bool {
    switch self {
    case .none, .alert, .shake, .alertAndShake: false
    case .scaleLoop, .shakeLoop, .bounceLoop, .breatheLoop: true
    }
  }

  /// What the badge of `tab` plays (rule B4); nil for none. A new one replaces what runs.
  ///
  /// The loops are those of CYLTabBarController; where they depend on the badge's size, `height`
  /// is that. Times, distances and the curve are those of `definition`.
  func timeline(
    tab: Int, height: Double, by definition: BadgeDefinition, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline? {
    let target = Target.tabCount(tab)
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
      // The growth is an eighth of the fall and the bounces.
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
    // Without time there is nothing to repeat (rule D4).
    guard tracks.allSatisfy({ $0.iterations != 0 || $0.duration > .zero }) else { return nil }
    return Timeline(tracks: tracks)
  }

  /// A fall and three bounces, each half as fast as the one before: distances at 22 equal steps of
  /// time, which hit every contact with the ground.
  private static func gravityBounce(from height: Double) -> [Double] {
    var values: [Double] = []
    // Steps of the fall, then of whole bounces: 8, 8, 4 and 2.
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
