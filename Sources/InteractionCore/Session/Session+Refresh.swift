extension Session {
  /// The finger has let go of the list that can be pulled (rule F13); past the trigger the floor
  /// has won already.
  mutating func releaseRefresh(in turn: inout Turn) {
    guard let definition = self.experience.floor, let source = self.wiring.floorSource,
      self.followsFinger,
      self.state.refresh.release(
        at: self.state.scrolls[source].y, by: definition.$rule, at: self.state.now)
    else { return }
    self.state.generations.refresh &+= 1
    self.emit(self.refreshSetting, in: &turn)
    self.emit(with: .refresh(definition.source), in: &turn)
  }

  /// The data are there, or have taken too long.
  mutating func endRefresh(in turn: inout Turn) {
    guard self.state.refresh.finish() else { return }
    self.state.generations.refresh &+= 1
    self.emit(self.refreshSetting, in: &turn)
  }
}
