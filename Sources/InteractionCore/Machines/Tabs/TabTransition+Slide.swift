extension TransitionDefinition {
  /// Returns the direction of the pages: −1 to the left, 1 to the right (rules X1, T11).
  private func sign(from: Int, to: Int, in surface: Surface) -> Double {
    let isForward = to > from
    return isForward == (surface.direction == .leftToRight) ? -1 : 1
  }

  /// Returns the transition's animation (rules X1, X2). A swipe is a slide in every style and
  /// continues from the finger's `translation`, pt.
  func timeline(
    from: Int, to: Int, translation: Double? = nil, in surface: Surface,
    duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    if let own = self.timeline, translation == nil {
      return self.declared(own, from: from, to: to, in: surface, duration: duration)
    }
    switch (self.style, translation) {
    case (.fade, nil):
      return self.fade(to: to, duration: duration)
    case (.fade, .some), (.spring, _), (.slide, _):
      return Timeline(
        tracks: self.slide(
          from: from, to: to, translation: translation ?? 0, in: surface, duration: duration))
    }
  }

  /// Returns the declared timeline for a switch to a later tab, mirrored for an earlier one.
  private func declared(
    _ own: TimelineDefinition, from: Int, to: Int, in surface: Surface,
    duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    let timeline = own.timeline(
      in: surface, fill: .both, duration: duration,
      targets: [.pageIncoming: .page(to), .pageOutgoing: .page(from)])
    return to > from ? timeline : timeline.mirrored(width: surface.viewport.width)
  }

  /// Returns the fade: the new page fades in over the old one, and neither moves.
  private func fade(to: Int, duration: (TimeSpan) -> TimeSpan) -> Timeline {
    Timeline(
      tracks: [self.track(.page(to), .opacity, from: 0, to: 1, duration: duration)],
      staging: [Staging(.page(to), level: .above)])
  }

  /// Returns the slide (rules X1, X2): from a higher to a lower tab the old page leaves to the
  /// right, otherwise to the left; mirrored in a right-to-left layout.
  private func slide(
    from: Int, to: Int, translation: Double, in surface: Surface,
    duration: (TimeSpan) -> TimeSpan
  ) -> [Track] {
    let sign = self.sign(from: from, to: to, in: surface)
    let distance = sign * (surface.viewport.width + self.gap)
    let translation = Self.held(translation, within: distance)
    return [
      self.track(.page(from), from: translation, to: distance, duration: duration),
      self.track(.page(to), from: translation - distance, to: 0, duration: duration),
    ]
  }

  /// Returns the slide back after a swipe that does not switch tabs.
  func slideBack(
    from: Int, to: Int, translation: Double, in surface: Surface,
    duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    let sign = self.sign(from: from, to: to, in: surface)
    let distance = sign * (surface.viewport.width + self.gap)
    let translation = Self.held(translation, within: distance)
    return Timeline(tracks: [
      self.track(.page(from), from: translation, to: 0, duration: duration),
      self.track(.page(to), from: translation - distance, to: -distance, duration: duration),
    ])
  }

  /// Returns the links that tie both pages to the finger (rule D6): a swipe slides them in every
  /// style.
  func links(from: Int, to: Int, in surface: Surface) -> [ScrollLink] {
    let sign = self.sign(from: from, to: to, in: surface)
    let distance = sign * (surface.viewport.width + self.gap)
    func link(_ tab: Int, _ start: Double, _ end: Double) -> ScrollLink {
      ScrollLink(
        driver: .translation(.pageContainer), target: .page(tab), property: .translateX,
        startOffset: 0,
        endOffset: distance, startValue: start, endValue: end)
    }
    return [link(from, 0, distance), link(to, -distance, 0)]
  }

  /// Returns the translation clamped to `distance`, as by the links.
  private static func held(_ translation: Double, within distance: Double) -> Double {
    min(max(translation, min(distance, 0)), max(distance, 0))
  }

  private func track(
    _ target: ViewPath, _ property: AnimatedProperty = .translateX, from: Double, to: Double,
    duration: (TimeSpan) -> TimeSpan
  ) -> Track {
    Track(
      target: target, property: property,
      keyframes: [Keyframe(position: 0, value: from), Keyframe(position: 1, value: to)],
      duration: duration(self.duration), easing: self.curve, fill: .forwards)
  }

  /// The easing of the style.
  private var curve: Easing {
    switch self.style {
    case .spring: .spring(self.spring)
    case .slide, .fade: .bezier(self.easing)
    }
  }
}

extension TabTransition {
  /// Returns the visible state.
  func state(by rule: TransitionDefinition, in surface: Surface) -> TransitionState {
    switch self.phase {
    case .idle:
      self.last?.state ?? TransitionState(number: self.number, from: 0, to: 0)
    case .running(let run):
      TransitionState(number: self.number, phase: .running, from: run.from, to: run.to)
    case .interactive(let from, let to):
      TransitionState(
        number: self.number,
        phase: .interactive(
          links: rule.links(from: from, to: to, in: surface), hold: rule.hold),
        from: from, to: to)
    }
  }
}

extension TabTransition.Completion {
  /// The visible state at the end of the transition.
  var state: TransitionState {
    TransitionState(
      number: self.number, phase: .idle(self.outcome), from: self.from, to: self.to,
      reset: self.reset)
  }
}
