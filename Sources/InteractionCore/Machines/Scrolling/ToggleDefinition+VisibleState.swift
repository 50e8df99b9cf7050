extension ToggleDefinition {
  /// Returns the visible state for `look`.
  func state(_ look: ToggleLook, locale: String) -> ToggleState {
    let (below, above) = (self.appearance.belowImage, self.appearance.aboveImage)
    let (name, image, other, label) =
      switch look {
      case .below: (self.appearance.belowName, below, above, self.appearance.belowLabel)
      case .above: (self.appearance.aboveName, above, below, self.appearance.aboveLabel)
      }
    return ToggleState(
      id: self.id, look: look, name: name, image: image,
      backgroundImage: self.appearance.backgroundImage, edge: self.appearance.edge,
      otherImage: other, isStrip: self.appearance.swap == .page,
      label: label.text(for: locale))
  }

  /// Returns the animation to `look` (rules R7, R12).
  ///
  /// - Parameter bar: The bar's height, pt.
  func timeline(
    to look: ToggleLook, bar: Double, in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    var timeline = self.swapTimeline(to: look, in: surface, duration: duration)
    if self.appearance.hidesBar, !timeline.tracks.contains(where: { $0.target == .tabBar }) {
      let easing =
        look == .above ? self.appearance.easingToAbove : self.appearance.easingToBelow
      timeline.tracks.append(
        .bar(
          leaves: look == .above, height: bar, duration: duration(self.appearance.duration),
          easing: easing))
    }
    return timeline
  }

  private func swapTimeline(
    to look: ToggleLook, in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    let own =
      look == .above ? self.appearance.timelineToAbove : self.appearance.timelineToBelow
    if let own {
      return own.timeline(
        in: surface, fill: .none, duration: duration,
        targets: [
          .toggleStrip: .toggle(self.id), .toggleIncoming: .toggleIncoming(self.id),
          .toggleOutgoing: .toggleOutgoing(self.id), .tabBar: .tabBar,
        ])
    }
    let span = duration(self.appearance.duration)
    let edge = self.appearance.edge
    let easing =
      look == .above ? self.appearance.easingToAbove : self.appearance.easingToBelow
    let incoming = ViewPath.toggleIncoming(self.id)
    let outgoing = ViewPath.toggleOutgoing(self.id)
    switch self.appearance.swap {
    case .page:
      // Page 0 of the strip is the look below, page 1 the look above, which enters from the bottom.
      let (from, to) = look == .above ? (0, edge) : (edge, 0)
      return Timeline(tracks: [
        Track(
          .toggle(self.id), .contentOffsetY, from: from, to: to, duration: span, easing: easing)
      ])
    case .push:
      // As in a strip: the look above enters from the bottom and moves up, the look below moves
      // down.
      let start = look == .above ? edge : -edge
      return Timeline(tracks: [
        Track(incoming, .translateY, from: start, to: 0, duration: span, easing: easing),
        Track(outgoing, .translateY, from: 0, to: -start, duration: span, easing: easing),
      ])
    case .fade:
      return Timeline(tracks: [
        Track(incoming, .opacity, from: 0, to: 1, duration: span, easing: easing),
        Track(outgoing, .opacity, from: 1, to: 0, duration: span, easing: easing),
      ])
    }
  }
}

extension Track {
  /// Returns the track of a bar that leaves the screen through the bottom edge, or returns; the
  /// translation is relative to the bar's frame after it.
  static func bar(
    leaves: Bool, height: Double, duration: TimeSpan = .milliseconds(250),
    easing: CubicBezier = .easeInEaseOut
  ) -> Track {
    Track(
      .tabBar, .translateY, from: leaves ? -height : height, to: 0, duration: duration,
      easing: easing)
  }
}
