/// Changes of the bar while the app runs (rule T18).
extension Session {
  /// Changes a tab's item, or reverts a change. If the selected tab can no longer be selected,
  /// another one is.
  mutating func apply(_ change: ItemChange, in turn: inout CauseContext) {
    let changes = self.state.itemChanges.replacing(with: change)
    guard changes != self.state.itemChanges else { return }
    let former = self.selectionSetting
    self.state.itemChanges = changes
    self.resolveExperience()
    self.state.generations.layout &+= 1
    var settings = [self.layoutSetting]
    if self.selectionSetting.state != former.state {
      self.state.generations.selection &+= 1
      settings.append(self.selectionSetting)
    }
    self.emit(settings, in: &turn)
    if let refuge = self.state.tabBar.fallbackTab(in: self.experience.tabBar) {
      self.switchTab(to: refuge, origin: .programmatic, in: &turn)
    }
  }

  /// Hides or shows the tab bar, which slides out of the screen or back.
  mutating func setBarHidden(_ isHidden: Bool, in turn: inout CauseContext) {
    guard isHidden != self.state.isBarHidden else { return }
    let wasAway = self.isBarAway
    self.state.isBarHidden = isHidden
    self.state.generations.layout &+= 1
    var timeline: Timeline?
    if self.state.isForeground && self.isBarAway != wasAway {
      let track = Track.bar(
        leaves: isHidden, height: self.experience.tabBar.fullHeight(in: self.state.surface),
        duration: self.motionDuration(.milliseconds(250)))
      timeline = Timeline(tracks: [track])
    }
    self.emit(self.layoutSetting, playing: timeline, in: &turn)
  }

  /// A Boolean value that indicates whether the bar is below the screen, because of a command or a
  /// toggle of the selected tab (rules T18, R12).
  var isBarAway: Bool {
    self.state.isBarHidden
      || self.wiring.barToggles.contains { index in
        let (tab, selected) = (self.wiring.toggleTabs[index], self.state.tabBar.selected)
        return self.state.toggles[index].look == .above && (tab ?? selected) == selected
      }
  }
}
