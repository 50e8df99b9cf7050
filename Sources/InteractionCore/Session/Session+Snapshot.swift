extension Session {
  /// The whole visible state (rule D5).
  public var snapshot: Snapshot {
    var settings = [self.selectionSetting, self.layoutSetting]
    settings += self.state.toggles.indices.map { self.toggleSetting($0) }
    if let definition = self.experience.floor {
      settings.append(self.floorSetting(of: definition))
      settings.append(self.floorLayoutSetting(of: definition))
      settings.append(self.linksSetting(of: definition))
    }
    return Snapshot(settings: settings)
  }

  var selectionSetting: Setting {
    Setting(
      generation: self.state.generations.selection,
      state: .selection(self.experience.tabBar.state(selected: self.state.tabBar.selected))
    )
  }

  private var layoutSetting: Setting {
    Setting(
      generation: self.state.generations.layout,
      state: .layout(self.experience.tabBar.layout(in: self.state.environment))
    )
  }

  func toggleSetting(_ index: Int) -> Setting {
    Setting(
      generation: self.state.generations.toggles[index],
      state: .toggle(self.experience.toggles[index].state(self.state.toggles[index].look))
    )
  }

  /// The floor's setting, in the phase where it is or in one on the way there.
  func floorSetting(
    of definition: FloorDefinition, in phase: FloorState.Phase? = nil
  ) -> Setting {
    let state = definition.state(
      in: phase ?? self.state.floor.phase.visible, asset: self.state.floor.asset)
    return Setting(generation: self.state.generations.floor, state: .floor(state))
  }

  func floorLayoutSetting(of definition: FloorDefinition) -> Setting {
    Setting(
      generation: self.state.generations.floorLayout,
      state: .floorLayout(
        definition.layout(of: self.state.floor.asset, in: self.state.environment))
    )
  }

  func linksSetting(of definition: FloorDefinition) -> Setting {
    Setting(
      generation: self.state.generations.links,
      state: .links(self.followsFinger ? definition.appearance.links : [])
    )
  }

  /// Whether a finger can pull the list, and so drive what is linked to it.
  var followsFinger: Bool {
    switch self.state.floor.phase {
    case .closed, .pulling, .tip, .armed: true
    case .opening, .open, .closing: false
    }
  }
}
