extension FloorDefinition {
  /// The opening, as one timeline, so that no round trip can stall it (rule F6): the list's picture
  /// leaves downwards, the bar's picture fades, the page appears.
  ///
  /// - Parameters:
  ///   - pull: How far the list is pulled down, pt, not negative.
  ///   - barHeight: The bar's height with its safe area, pt.
  func openingTimeline(
    pull: Double, barHeight: Double, in environment: Environment, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    let viewport = environment.viewport
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
    let own = self.rule.openingTimeline?.floorTimeline(in: environment, duration: duration)
    return Timeline(
      tracks: own?.tracks ?? tracks,
      captures: [
        Capture(
          target: .listSnapshot,
          of: .list(self.source),
          frame: Rect(x: 0, y: pull, width: viewport.width, height: listHeight),
          scale: environment.scale),
        Capture(
          target: .tabBarSnapshot,
          of: .tabBar,
          frame: Rect(
            x: 0, y: viewport.height - barHeight, width: viewport.width, height: barHeight),
          scale: environment.scale),
      ],
      staging: own?.staging ?? []
    )
  }

  /// The way back: the page leaves upwards (rule F8), from where a finger left it (rule F16).
  ///
  /// - Parameter pulled: How far the finger has moved it up, pt.
  func closingTimeline(
    pulled: Double, in environment: Environment, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    if let own = self.rule.closingTimeline {
      return own.floorTimeline(in: environment, duration: duration).from(pulled: pulled)
    }
    return Timeline(tracks: [
      Track(
        .floorPage, .translateY, from: 0 - pulled, to: -environment.viewport.height,
        duration: duration(self.rule.closeDuration), easing: self.rule.closeEasing, fill: .forwards)
    ])
  }

  /// The page returns to its place after a pull that was not enough, from where the finger left it
  /// (rule F16).
  func springBackTimeline(
    pulled: Double, in environment: Environment, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    Timeline(tracks: [
      Track(
        .floorPage, .translateY, from: 0 - min(pulled, environment.viewport.height), to: 0,
        duration: duration(self.rule.springBackDuration ?? self.rule.closeDuration),
        easing: self.rule.springBackEasing)
    ])
  }

  /// What ties the open page to the finger that may close it (rule F16).
  func pageLinks(in environment: Environment) -> [ScrollLink] {
    let height = environment.viewport.height
    return [
      ScrollLink(
        driver: .translation(.floorPage), target: .floorPage, property: .translateY,
        startOffset: -height, endOffset: 0, startValue: -height, endValue: 0)
    ]
  }

  /// The list gives way to the tip distance and comes back (rule F9).
  func peekTimeline(duration: (TimeSpan) -> TimeSpan) -> Timeline {
    let there = TimeSpan(microseconds: self.appearance.peekDuration.microseconds / 2)
    var track = Track(
      .list(self.source), .translateY, from: 0, to: self.rule.tipDistance,
      duration: duration(there), easing: self.appearance.peekEasing)
    track.iterations = 2
    track.direction = .alternate
    // The floor has to be behind the list for as long.
    return Timeline(tracks: [track], staging: [Staging(.floor, level: .below)])
  }
}

extension TimelineDefinition {
  /// The timeline with the floor's parts, which hold their values unless it says otherwise.
  fileprivate func floorTimeline(
    in environment: Environment, duration: (TimeSpan) -> TimeSpan
  ) -> Timeline {
    self.timeline(
      in: environment, fill: .both, duration: duration,
      targets: [
        .floorList: .listSnapshot, .floorBar: .tabBarSnapshot, .floorPage: .floorPage,
        .floorImage: .floorImage,
      ])
  }
}

extension Timeline {
  /// The same for a page that a finger has pulled up: it starts from there (rule F16), or stays
  /// there if nothing moves it along the same way.
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
