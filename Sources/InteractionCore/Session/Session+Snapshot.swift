extension Session {
  /// The complete visible state (rule D5).
  public var snapshot: Snapshot {
    var settings: [Setting] = []
    // At most nine besides those of toggles and badges.
    settings.reserveCapacity(9 + self.state.toggles.count + self.state.badges.count)
    settings.append(self.selectionSetting)
    settings.append(self.layoutSetting)
    for index in self.state.toggles.indices { settings.append(self.toggleSetting(index)) }
    if let definition = self.experience.floor {
      settings.append(self.floorSetting(of: definition))
      settings.append(self.floorLayoutSetting(of: definition))
      settings.append(self.linksSetting(of: definition))
      if self.wiring.showsRefresh { settings.append(self.refreshSetting) }
    } else if !self.experience.links.isEmpty {
      settings.append(self.linksSetting(of: nil))
    }
    for index in self.state.badges.indices { settings.append(self.badgeSetting(index)) }
    if self.wiring.hasGate { settings.append(self.gateSetting) }
    if self.wiring.hasLongPress { settings.append(self.pressSetting) }
    if let rule = self.experience.tabBar.transition {
      settings.append(self.transitionSetting(by: rule))
    }
    if let rule = self.experience.navigation {
      settings.append(self.navigationSetting(by: rule))
    }
    return Snapshot(settings: settings)
  }

  var selectionSetting: Setting {
    var state = self.experience.tabBar.state(
      of: self.state.tabBar, lit: self.litTab, in: self.state.surface)
    if self.isBarBlocked {
      for item in state.items.indices { state.items[item].reacts = false }
    }
    return Setting(generation: self.state.generations.selection, state: .selection(state))
  }

  var layoutSetting: Setting {
    var layout = self.experience.tabBar.layout(in: self.state.surface)
    layout.isHidden = self.state.isBarHidden
    layout.isAway = self.isBarAway
    if layout.isAway { layout.frame.y = self.state.surface.viewport.height }
    for change in self.state.itemChanges where layout.items.indices.contains(change.tab) {
      layout.items[change.tab].change = change
    }
    for source in self.experience.sources {
      guard let tab = source.tab, layout.items.indices.contains(tab) else { continue }
      layout.items[tab].lists.append(source.id)
    }
    return Setting(generation: self.state.generations.layout, state: .layout(layout))
  }

  func badgeSetting(_ index: Int) -> Setting {
    let tab = self.wiring.badgeTabs[index]
    var state = self.state.badges[index].state(
      tab: tab, isOn: self.experience.tabBar.badgesAreOn)
    if state.loop != .none, let definition = self.experience.tabBar.items[tab].badge {
      state.loopTimeline = state.loop.timeline(
        tab: tab, height: state.height, by: definition, duration: self.motionDuration)
    }
    // The field alone, to avoid copying the definition.
    if state.isShown, let label = self.experience.tabBar.items[tab].badge?.label {
      state.label = BadgeDefinition.label(
        label, for: state.text, in: self.state.surface.locale)
    }
    return Setting(generation: self.state.generations.badges[index], state: .badge(state))
  }

  var gateSetting: Setting {
    Setting(
      generation: self.state.generations.gate,
      state: .gate(
        GateState(
          isSignedIn: self.state.tabBar.isSignedIn,
          pending: self.state.tabBar.pending.map { pending in
            GateState.Pending(tab: pending.index, condition: pending.condition)
          }))
    )
  }

  var pressSetting: Setting {
    Setting(
      generation: self.state.generations.press,
      state: .press(
        self.state.longPress.state(
          in: self.experience.tabBar, locale: self.state.surface.locale))
    )
  }

  func transitionSetting(by rule: TransitionDefinition) -> Setting {
    Setting(
      generation: self.state.generations.transition,
      state: .transition(self.state.transition.state(by: rule, in: self.state.surface))
    )
  }

  func navigationSetting(by rule: NavigationDefinition) -> Setting {
    var state = self.state.navigation.state(
      by: rule, on: self.stage(by: rule, keyFrame: self.state.navigation.pages.last?.keyFrame))
    state.backLabel = rule.backLabel.text(for: self.state.surface.locale)
    return Setting(generation: self.state.generations.navigation, state: .navigation(state))
  }

  /// The refresh of the floor's list.
  var refreshSetting: Setting {
    let isRefreshing = self.wiring.floorSource.map { self.state.refreshes[$0].isRunning } ?? false
    return Setting(
      generation: self.state.generations.refresh,
      state: .refresh(RefreshState(isRefreshing: isRefreshing)))
  }

  func toggleSetting(_ index: Int) -> Setting {
    Setting(
      generation: self.state.generations.toggles[index],
      state: .toggle(
        self.experience.toggles[index].state(
          self.state.toggles[index].look, locale: self.state.surface.locale))
    )
  }

  /// Returns the floor's setting, in the current or an intermediate phase.
  func floorSetting(
    of definition: FloorDefinition, in phase: FloorState.Phase? = nil
  ) -> Setting {
    let state = definition.state(
      in: phase ?? self.state.floor.phase.visible, asset: self.state.floor.asset,
      isOff: self.state.floor.isOff)
    return Setting(generation: self.state.generations.floor, state: .floor(state))
  }

  func floorLayoutSetting(of definition: FloorDefinition) -> Setting {
    Setting(
      generation: self.state.generations.floorLayout,
      state: .floorLayout(
        definition.layout(of: self.state.floor.asset, in: self.state.surface))
    )
  }

  /// Returns the links of the experience and those of the floor, if there is one (rules L1, F12).
  func linksSetting(of definition: FloorDefinition?) -> Setting {
    let floor = definition.map { self.links(of: $0, to: self.linkedView) } ?? []
    return Setting(
      generation: self.state.generations.links, state: .links(self.experience.links + floor))
  }

  /// The view that a finger moves through the second floor's links.
  enum LinkedView {
    /// The list that is pulled.
    case list
    /// The open page.
    case page
    /// No view.
    case none
  }

  var linkedView: LinkedView {
    if self.state.floor.isOff { return .none }
    return switch self.state.floor.phase {
    case .closed, .pulling, .tip, .armed: .list
    case .open(.some): .page
    case .opening, .open(.none), .closing: .none
    }
  }

  func links(of definition: FloorDefinition, to view: LinkedView) -> [ScrollLink] {
    switch view {
    case .list: definition.appearance.links
    case .page: definition.pageLinks(in: self.state.surface)
    case .none: []
    }
  }

  /// True while a finger can pull the list and drive its links; otherwise the second floor covers
  /// list and tab bar (rule F1).
  var isListInteractive: Bool {
    switch self.state.floor.phase {
    case .closed, .pulling, .tip, .armed: true
    case .opening, .open, .closing: false
    }
  }
}
