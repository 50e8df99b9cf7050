extension Session {
  /// Something happens to a tab's badge (rules B1–B4).
  mutating func apply(_ operation: BadgeOperation, toBadgeOf tab: Int, in turn: inout Turn) {
    guard let index = self.wiring.badgeTabs.firstIndex(of: tab),
      let definition = self.experience.tabBar.items[tab].badge
    else { return }
    let before = self.badgeSetting(index).state
    self.state.badges[index].apply(
      operation, maximum: definition.maximum, cappedTexts: self.experience.tabBar.cappedTexts)
    var animation = BadgeAnimation.none
    if case .animate(let ordered) = operation {
      animation = ordered
    } else if self.badgeSetting(index).state != before {
      animation = definition.animation
      if animation != .none { self.state.badges[index].loop = animation.isLoop ? animation : .none }
    }
    // What is to end may be an animation that leaves nothing behind.
    let hasChanged =
      self.badgeSetting(index).state != before || operation == .animate(.none)
    if hasChanged { self.state.generations.badges[index] &+= 1 }
    let setting = self.badgeSetting(index)
    let timeline = animation.timeline(
      tab: tab, height: self.state.badges[index].height, by: definition, duration: self.span)
    guard hasChanged || timeline != nil else { return }
    self.emit(hasChanged ? [setting] : [], playing: timeline, in: &turn)
  }
}
