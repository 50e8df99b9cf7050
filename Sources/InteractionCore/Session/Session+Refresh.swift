extension Session {
  /// A Boolean value that indicates whether a release of the list would open the second floor by
  /// its distance (rule F4).
  var isFloorArmed: Bool {
    guard let rule = self.experience.floor?.$rule, let source = self.wiring.floorSource else {
      return false
    }
    return !self.state.floor.isOff
      && self.state.floor.isArmed(at: -self.state.scrolls[source].y, by: rule)
  }

  /// Refreshes the list after a release below the floor's trigger distance (rule F13).
  mutating func releaseRefresh(in turn: inout CauseContext) {
    if turn.explains, let source = self.wiring.floorSource,
      let finding = self.findingAboutRefresh(by: -self.state.scrolls[source].y)
    {
      turn.note(finding)
    }
    guard let rule = self.experience.floor?.rule, let source = self.wiring.floorSource,
      rule.refreshDistance > 0, -self.state.scrolls[source].y >= rule.refreshDistance,
      self.isListInteractive, self.isFloorListVisible
    else { return }
    self.refresh(source, in: &turn)
  }

  /// Requests a refresh of a list, unless one is running (rule F13).
  mutating func refresh(_ source: Int, in turn: inout CauseContext) {
    let isFloor = source == self.wiring.floorSource
    let timeout = isFloor ? self.experience.floor?.rule.refreshTimeout : nil
    let until = self.state.now + (timeout ?? PullRefresh.timeout)
    guard self.state.refreshes[source].begin(until: until) else { return }
    self.emitRefresh(of: source, in: &turn)
    self.emit(with: .refresh(self.experience.sources[source].id), in: &turn)
  }

  /// Ends a list's refresh: the client reports its end, or it has timed out.
  mutating func endRefresh(of source: Int, in turn: inout CauseContext) {
    guard self.state.refreshes[source].finish() else { return }
    self.emitRefresh(of: source, in: &turn)
  }

  /// Emits the refresh state of the floor's list; the refresh of other lists is not part of the
  /// visible state.
  private mutating func emitRefresh(of source: Int, in turn: inout CauseContext) {
    guard source == self.wiring.floorSource, self.wiring.showsRefresh else { return }
    self.state.generations.refresh &+= 1
    let occasion: AnnouncementDefinition.Occasion =
      self.state.refreshes[source].isRunning ? .refreshing : .refreshed
    self.emit([self.refreshSetting], effects: self.announcement(of: occasion), in: &turn)
  }
}
