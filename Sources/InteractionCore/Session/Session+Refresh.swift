extension Session {
  /// Whether letting go of the list would open the second floor by its distance (rule F4).
  var isFloorArmed: Bool {
    guard let rule = self.experience.floor?.$rule, let source = self.wiring.floorSource else {
      return false
    }
    return self.state.floor.isArmed(at: -self.state.scrolls[source].y, by: rule)
  }

  /// The finger has let go of the list that can be pulled, before the floor's trigger (rule F13).
  mutating func releaseRefresh(in turn: inout Turn) {
    if turn.explains, let source = self.wiring.floorSource,
      let finding = self.findingAboutRefresh(by: -self.state.scrolls[source].y)
    {
      turn.note(finding)
    }
    guard let rule = self.experience.floor?.rule, let source = self.wiring.floorSource,
      rule.refreshDistance > 0, -self.state.scrolls[source].y >= rule.refreshDistance,
      self.followsFinger, self.isFloorListSeen
    else { return }
    self.refresh(source, in: &turn)
  }

  /// Asks for the data of a list, unless they have been asked for already (rule F13).
  mutating func refresh(_ source: Int, in turn: inout Turn) {
    let isFloor = source == self.wiring.floorSource
    let timeout = isFloor ? self.experience.floor?.rule.refreshTimeout : nil
    let until = self.state.now + (timeout ?? PullRefresh.timeout)
    guard self.state.refreshes[source].begin(until: until) else { return }
    self.emitRefresh(of: source, in: &turn)
    self.emit(with: .refresh(self.experience.sources[source].id), in: &turn)
  }

  /// The data of a list are there, or have taken too long.
  mutating func endRefresh(of source: Int, in turn: inout Turn) {
    guard self.state.refreshes[source].finish() else { return }
    self.emitRefresh(of: source, in: &turn)
  }

  /// The state of the list that can be pulled is shown; of another list the client knows.
  private mutating func emitRefresh(of source: Int, in turn: inout Turn) {
    guard source == self.wiring.floorSource, self.wiring.showsRefresh else { return }
    self.state.generations.refresh &+= 1
    self.emit(self.refreshSetting, in: &turn)
  }
}
