package import InteractionCore
import SwiftProtobuf

extension Session {
  /// The session's complete state, to be resumed elsewhere.
  package var proto: Proto.SessionState {
    let state = self.state
    let generations = state.generations
    var proto = Proto.SessionState.with {
      $0.experienceDigest = self.experience.digest
      $0.surface = state.surface.proto
      $0.nowUs = state.now.microseconds
      $0.nextDirective = state.nextDirective
      $0.lateEvents = state.lateEvents
      $0.background = !state.isForeground
      $0.started = state.hasStarted
      $0.scrolls = state.scrolls.map { $0.proto }
      $0.write(state.travels, state.pagers, of: self.experience)
      $0.items = state.itemChanges.map { $0.proto }
      $0.barHidden = state.isBarHidden
      $0.toggles = zip(state.toggles, generations.toggles).map { $0.proto(generation: $1) }
      $0.write(state.tabBar, gate: generations.gate)
      $0.badges = zip(state.badges, generations.badges).map { $0.proto(generation: $1) }
      if state.barTouch != TabBarTouch() { $0.barTouch = state.barTouch.proto }
      $0.longPress = state.longPress.proto(generation: generations.press)
      if state.pageTouch != PageTouch() { $0.pageTouch = state.pageTouch.proto }
      $0.transition = state.transition.proto(generation: generations.transition)
      $0.navigation = state.navigation.proto(generation: generations.navigation)
      $0.floor = state.floor.proto
      $0.write(state.refreshes, of: self.experience)
      $0.carousels = state.carousels.map { $0.proto }
      $0.selectionGeneration = generations.selection
      $0.layoutGeneration = generations.layout
      $0.floorGeneration = generations.floor
      $0.floorLayoutGeneration = generations.floorLayout
      $0.linksGeneration = generations.links
      $0.refreshGeneration = generations.refresh
    }
    proto.countTimesFromNow()
    return proto
  }

  /// Restores a session of `experience`.
  ///
  /// - Throws: A violation if the state belongs to another experience or has a number out of range.
  package init(_ proto: Proto.SessionState, of experience: Experience) throws(Violation) {
    var state = Session.State(
      experience: experience, in: try Surface(proto.surface))
    var proto = proto
    proto.countTimesFromStart()
    guard proto.hasSaneNumbers else {
      throw Violation(
        field: "", problem: "has a number out of range; the state may be of another version")
    }
    guard proto.experienceDigest == experience.digest, proto.fits(state, of: experience) else {
      throw Violation(
        field: "experience_digest",
        problem:
          "is \(proto.experienceDigest); must be the experience's digest, \(experience.digest)")
    }
    state.now = Instant(microseconds: proto.nowUs)
    state.nextDirective = proto.nextDirective
    state.lateEvents = proto.lateEvents
    state.isForeground = !proto.background
    state.hasStarted = proto.started
    state.scrolls = proto.scrolls.map(ScrollTracker.init)
    state.travels = proto.travels(of: experience)
    state.pagers = proto.pagers(of: experience)
    state.itemChanges = try proto.items.map { change throws(Violation) in
      try ItemChange(change, "items")
    }
    state.isBarHidden = proto.barHidden
    state.toggles = try proto.toggles.map { toggle throws(Violation) in
      try ThresholdToggle(toggle)
    }
    state.tabBar = try TabBar(proto)
    state.badges = try proto.badges.map { badge throws(Violation) in try BadgeMachine(badge) }
    state.barTouch = TabBarTouch(proto.barTouch)
    state.longPress = try LongPress(proto.longPress)
    state.pageTouch = try PageTouch(proto.pageTouch)
    state.transition = try TabTransition(proto.transition)
    state.navigation = try NavigationStack(proto.navigation)
    state.floor = try SecondFloor(proto.floor)
    state.refreshes = proto.refreshes(of: experience)
    state.carousels = proto.carousels.map(Carousel.init)
    state.generations = Session.Generations(proto)
    self.init(experience: experience, state: state)
  }
}

extension Proto.SessionState {
  /// Returns whether the state has as many elements as `state`, and refers only to existing tabs.
  fileprivate func fits(_ state: Session.State, of experience: Experience) -> Bool {
    let items = experience.tabBar.items
    var tabs = [self.selectedTab]
    if self.hasPreviousTab { tabs.append(self.previousTab) }
    if self.hasPendingTab { tabs.append(self.pendingTab.tab) }
    if self.longPress.hasTab { tabs.append(self.longPress.tab) }
    if self.barTouch.hasLastTap { tabs.append(self.barTouch.lastTap.tab) }
    switch self.barTouch.phase {
    case .down(let finger), .strayed(let finger), .pressed(let finger): tabs.append(finger.tab)
    case .none: break
    }
    switch self.transition.phase {
    case .running(let run): tabs += [run.tabs.leaving, run.tabs.coming]
    case .interactive(let pair): tabs += [pair.leaving, pair.coming]
    case .none: break
    }
    tabs += self.items.map { $0.tab } + self.navigation.tabPages.map { $0.tab }
    let pages = self.navigation.tabPages.reduce(self.navigation.pages.count) {
      $0 + $1.pages.count
    }
    return self.scrolls.count == state.scrolls.count && self.toggles.count == state.toggles.count
      && self.badges.count == state.badges.count && self.carousels.count == state.carousels.count
      && tabs.allSatisfy { items.indices.contains(Int($0)) }
      && pages <= NavigationDefinition.maximumPages
  }
}

extension Proto.SessionState {
  fileprivate mutating func write(_ refreshes: [PullRefresh], of experience: Experience) {
    let floor = experience.floorSource
    for (source, refresh) in refreshes.enumerated() {
      guard let until = refresh.deadline?.microseconds else { continue }
      if source == floor {
        self.refreshUntilUs = until
      } else {
        self.scrolls[source].refreshUntilUs = until
      }
    }
  }

  fileprivate func refreshes(of experience: Experience) -> [PullRefresh] {
    let floor = experience.floorSource
    return self.scrolls.enumerated().map { source, scroll in
      let floorUntil = source == floor && self.hasRefreshUntilUs ? self.refreshUntilUs : nil
      let until = scroll.hasRefreshUntilUs ? scroll.refreshUntilUs : floorUntil
      return PullRefresh(deadline: until.map { Instant(microseconds: $0) })
    }
  }
}

extension Proto.SessionState {
  fileprivate mutating func write(
    _ travels: [ScrollTravel?], _ pagers: [ListPager], of experience: Experience
  ) {
    for (source, travel) in zip(experience.travelSources, travels) {
      guard let travel else { continue }
      self.scrolls[source].travel = [travel.turn, travel.extreme]
    }
    for (source, pager) in zip(experience.pagerSources, pagers) {
      self.scrolls[source].shownList = UInt32(clamping: pager.shown)
      self.scrolls[source].lists = pager.positions.map { $0.proto }
    }
  }

  fileprivate func travels(of experience: Experience) -> [ScrollTravel?] {
    experience.travelSources.map { source in
      let travel = self.scrolls[source].travel
      return travel.count == 2 ? ScrollTravel(turn: travel[0], extreme: travel[1]) : nil
    }
  }

  /// Returns the lists of the sources that have several; at their tops if the state has others.
  fileprivate func pagers(of experience: Experience) -> [ListPager] {
    experience.pagerSources.map { source in
      let (count, scroll) = (experience.sources[source].lists.count, self.scrolls[source])
      guard scroll.lists.count == count, scroll.shownList < count else { return ListPager(count) }
      return ListPager(
        shown: Int(scroll.shownList), positions: scroll.lists.map(ListPager.Position.init))
    }
  }
}

extension ListPager.Position {
  fileprivate init(_ proto: Interaction_Storage_V1_ListMemory) {
    self.init(
      x: proto.x, y: proto.y, contentHeight: proto.hasContentHeight ? proto.contentHeight : nil)
  }

  fileprivate var proto: Interaction_Storage_V1_ListMemory {
    .with {
      $0.x = self.x
      $0.y = self.y
      if let height = self.contentHeight { $0.contentHeight = height }
    }
  }
}

extension Experience {
  /// The index of the source in front of the floor; nil without a floor.
  fileprivate var floorSource: Int? { self.floor.flatMap { self.index(of: $0.source) } }
}

extension Session.Generations {
  fileprivate init(_ proto: Proto.SessionState) {
    self.init(
      toggles: proto.toggles.map { $0.generation }, badges: proto.badges.map { $0.generation })
    self.selection = proto.selectionGeneration
    self.layout = proto.layoutGeneration
    self.floor = proto.floorGeneration
    self.floorLayout = proto.floorLayoutGeneration
    self.links = proto.linksGeneration
    self.gate = proto.gateGeneration
    self.press = proto.longPress.generation
    self.transition = proto.transition.generation
    self.navigation = proto.navigation.generation
    self.refresh = proto.refreshGeneration
  }
}
