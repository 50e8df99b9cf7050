extension Session {
  /// Returns the offsets of `source` at which a decision can change.
  ///
  /// They depend on the rules only, not on the state: they stay valid as long as the experience and
  /// the surface are the same.
  public func triggerLines(for source: SourceID) -> TriggerLines {
    let floor = self.experience.floor.flatMap { $0.source == source ? $0.rule : nil }
    let toggles = self.experience.toggles.filter { $0.source == source || $0.rule.seesEverySource }

    var offsets = toggles.flatMap { toggle in
      let rule = toggle.rule
      if let travel = rule.travel { return [travel.nearTop] }
      return [rule.threshold + rule.hysteresis, rule.threshold - rule.hysteresis]
    }
    if let floor {
      offsets += [-floor.tipDistance, floor.tipHysteresis - floor.tipDistance]
      if floor.refreshDistance > 0 { offsets.append(-floor.refreshDistance) }
    }
    var fingerOffsets: [Double] = []
    // Only a finger arms the floor (rule F4).
    if let floor {
      fingerOffsets =
        [-floor.triggerDistance, -floor.disarmDistance]
        .filter { !offsets.contains($0) }.ascending
    }
    // An offset of 0 is no overscroll (rules S4, F2): it belongs to the cell above.
    let knowsTop = floor != nil || toggles.contains { !$0.rule.seesOverscroll }
    let cellStarts = knowsTop && !offsets.contains(0) ? [0.0] : []

    var dragStarts: [SourceID] = []
    let travels = toggles.compactMap { $0.rule.travel }
    for toggle in toggles where toggle.rule.direction == .fromDragStart {
      if !dragStarts.contains(toggle.source) { dragStarts.append(toggle.source) }
    }
    return TriggerLines(
      offsets: (offsets + cellStarts + fingerOffsets).ascending, cellStarts: cellStarts,
      fingerOffsets: fingerOffsets, dragStarts: dragStarts,
      away: travels.map { $0.away }.ascending, back: travels.map { $0.back }.ascending,
      needsEverySample: self.needsEverySample(of: source))
  }

  /// Returns whether all samples are needed: by a banner, for its horizontal offset, or as the
  /// reference of a crossing on another list (rule R3).
  private func needsEverySample(of source: SourceID) -> Bool {
    self.experience.carousels.contains { $0.source == source }
      || self.experience.toggles.contains {
        $0.rule.seesEverySource && $0.rule.direction == .crossing
      }
  }
}

extension [Double] {
  /// The distinct values of a short list, in ascending order.
  fileprivate var ascending: [Double] {
    var values: [Double] = []
    for value in self {
      let place = values.firstIndex { $0 >= value } ?? values.endIndex
      if place == values.endIndex || values[place] != value { values.insert(value, at: place) }
    }
    return values
  }
}
