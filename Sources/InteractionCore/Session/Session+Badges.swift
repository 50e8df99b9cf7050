extension Session {
  /// Applies an operation to a tab's badge (rules B1–B4).
  mutating func apply(_ operation: BadgeOperation, toBadgeOf tab: Int, in turn: inout CauseContext)
  {
    guard let index = self.wiring.badgeTabs.firstIndex(of: tab),
      let definition = self.experience.tabBar.items[tab].badge
    else { return }
    let before = self.badgeSetting(index).state
    self.state.badges[index].apply(
      operation, maximum: definition.maximum, cappedTexts: self.experience.tabBar.cappedTexts)
    var setting = self.badgeSetting(index)
    let height = self.state.badges[index].height
    var timeline: Timeline?
    if case .animate(let ordered) = operation {
      timeline = ordered.timeline(
        tab: tab, height: height, by: definition, duration: self.motionDuration)
    } else if setting.state != before {
      timeline = definition.changeTimeline(
        tab: tab, height: height, in: self.state.surface, duration: self.motionDuration)
      if let loop = definition.loopOnChange {
        self.state.badges[index].loop = loop
        setting = self.badgeSetting(index)
      }
    }
    // `animate(.none)` may end an animation that is not part of the state.
    guard setting.state != before || operation == .animate(.none) else {
      if let timeline { self.emit(playing: timeline, in: &turn) }
      return
    }
    self.state.generations.badges[index] &+= 1
    setting.generation = self.state.generations.badges[index]
    self.emit(setting, playing: timeline, in: &turn)
  }
}
