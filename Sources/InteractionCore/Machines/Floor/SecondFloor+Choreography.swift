extension FloorDefinition {
  /// Returns the opening as one timeline, so no round trip can stall it (rule F6): the list's image
  /// moves down, the tab bar's image fades out, the page fades in.
  ///
  /// - Parameters:
  ///   - pull: The pull distance of the list, pt, not negative.
  ///   - barHeight: The tab bar's height with its safe area, pt.
  func openingTimeline(
    pull: Double, barHeight: Double, in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    let viewport = surface.viewport
    let listHeight = viewport.height - pull - barHeight
    let list = duration(self.rule.listDuration)
    let bar = duration(self.rule.barDuration)
    var tracks = [
      Track(
        .listSnapshot, .translateY, from: 0, to: listHeight + barHeight, duration: list,
        easing: self.rule.listEasing, fill: .forwards)
    ]
    if self.appearance.fadesList {
      tracks.append(
        Track(
          .listSnapshot, .opacity, from: 1, to: 0, duration: list,
          easing: self.rule.listEasing, fill: .forwards))
    }
    tracks.append(
      Track(
        .tabBarSnapshot, .opacity, from: 1, to: 0, delay: list, duration: bar,
        easing: self.rule.barEasing, fill: .forwards))
    tracks.append(
      Track(
        .floorPage, .opacity, from: 0, to: 1, delay: list + bar,
        duration: duration(self.rule.pageDuration), easing: self.rule.pageEasing, fill: .both))
    let own = self.rule.openingTimeline?.floorTimeline(in: surface, duration: duration)
    return Timeline(
      tracks: own?.tracks ?? tracks,
      captures: [
        Capture(
          target: .listSnapshot,
          of: .list(self.source),
          frame: Rect(x: 0, y: pull, width: viewport.width, height: listHeight),
          scale: surface.scale),
        Capture(
          target: .tabBarSnapshot,
          of: .tabBar,
          frame: Rect(
            x: 0, y: viewport.height - barHeight, width: viewport.width, height: barHeight),
          scale: surface.scale),
      ],
      staging: own?.staging ?? []
    )
  }

  /// Returns the closing: the page moves up (rule F8), starting at the position in which a finger
  /// left it (rule F16).
  ///
  /// - Parameter pulled: The distance by which the finger has moved the page up, pt.
  func closingTimeline(
    pulled: Double, in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    if let own = self.rule.closingTimeline {
      return own.floorTimeline(in: surface, duration: duration).from(pulled: pulled)
    }
    return Timeline(tracks: [
      Track(
        .floorPage, .translateY, from: 0 - pulled, to: -surface.viewport.height,
        duration: duration(self.rule.closeDuration), easing: self.rule.closeEasing, fill: .forwards)
    ])
  }

  /// Returns the page's spring-back after a pull that was too short, starting at the position in
  /// which the finger left it (rule F16).
  func springBackTimeline(
    pulled: Double, in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    Timeline(tracks: [
      Track(
        .floorPage, .translateY, from: 0 - min(pulled, surface.viewport.height), to: 0,
        duration: duration(self.rule.springBackDuration ?? self.rule.closeDuration),
        easing: self.rule.springBackEasing)
    ])
  }

  /// Returns the links that tie the open page to a finger that pulls it up (rule F16).
  func pageLinks(in surface: Surface) -> [ScrollLink] {
    let height = surface.viewport.height
    return [
      ScrollLink(
        driver: .translation(.floorPage), target: .floorPage, property: .translateY,
        startOffset: -height, endOffset: 0, startValue: -height, endValue: 0)
    ]
  }

  /// Returns the peek: the list moves down by the tip distance and back (rule F9).
  func peekTimeline(duration: (TimeSpan) -> TimeSpan) -> Timeline {
    let there = TimeSpan(microseconds: self.appearance.peekDuration.microseconds / 2)
    var track = Track(
      .list(self.source), .translateY, from: 0, to: self.rule.tipDistance,
      duration: duration(there), easing: self.appearance.peekEasing)
    track.iterations = 2
    track.direction = .alternate
    // The floor has to stay behind the list for the same time.
    return Timeline(tracks: [track], staging: [Staging(.floor, level: .below)])
  }
}

extension TimelineDefinition {
  /// Returns the timeline with the floor's views; tracks fill in both directions unless they
  /// declare otherwise.
  fileprivate func floorTimeline(
    in surface: Surface, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    self.timeline(
      in: surface, fill: .both, duration: duration,
      targets: [
        .floorList: .listSnapshot, .floorBar: .tabBarSnapshot, .floorPage: .floorPage,
        .floorImage: .floorImage,
      ])
  }
}

extension Timeline {
  /// Returns the closing of a page that a finger has pulled up: its first vertical track starts
  /// there (rule F16); without such a track the page stays there.
  fileprivate func from(pulled: Double) -> Timeline {
    guard pulled > 0 else { return self }
    var timeline = self
    let moves = self.tracks.indices.filter {
      self.tracks[$0].target == .floorPage && self.tracks[$0].property == .translateY
    }
    guard let first = moves.min(by: { self.tracks[$0].delay < self.tracks[$1].delay }) else {
      timeline.tracks.append(
        Track(
          .floorPage, .translateY, from: -pulled, to: -pulled, duration: self.duration,
          easing: .linear, fill: .both))
      return timeline
    }
    var track = self.tracks[first]
    let startsAtEnd = track.direction == .reverse || track.direction == .alternateReverse
    track.keyframes[startsAtEnd ? track.keyframes.count - 1 : 0].value = -pulled
    switch track.fill {
    case .none: track.fill = .backwards
    case .forwards: track.fill = .both
    case .backwards, .both: break
    }
    timeline.tracks[first] = track
    return timeline
  }
}
