import InteractionCore

/// The parts of a snapshot, by type.
extension Snapshot {
  var bar: BarLayout? {
    self.settings.lazy.compactMap { if case .layout(let bar) = $0.state { bar } else { nil } }.first
  }

  var selection: SelectionState? {
    self.settings.lazy.compactMap { if case .selection(let it) = $0.state { it } else { nil } }
      .first
  }

  var floor: FloorState? {
    self.settings.lazy.compactMap { if case .floor(let it) = $0.state { it } else { nil } }.first
  }

  var floorLayout: FloorLayout? {
    self.settings.lazy.compactMap { if case .floorLayout(let it) = $0.state { it } else { nil } }
      .first
  }
}
