extension Session {
  /// The offsets of `source` at which anything can be decided.
  ///
  /// They follow from the rules alone, not from the state: a client that has them needs no others
  /// as long as the experience and the surface stay the same.
  public func triggerLines(for source: SourceID) -> TriggerLines {
    var offsets: [Double] = []
    var dragStarts: [SourceID] = []
    if let floor = self.experience.floor, floor.source == source {
      let rule = floor.rule
      offsets += [
        0, -rule.tipDistance, rule.tipHysteresis - rule.tipDistance, -rule.triggerDistance,
      ]
      if rule.refreshDistance > 0 { offsets.append(-rule.refreshDistance) }
    }
    for toggle in self.experience.toggles {
      guard toggle.source == source || toggle.rule.seesEverySource else { continue }
      let rule = toggle.rule
      offsets += [rule.threshold + rule.hysteresis, rule.threshold - rule.hysteresis]
      if !rule.seesOverscroll { offsets.append(0) }
      if rule.direction == .fromDragStart && !dragStarts.contains(toggle.source) {
        dragStarts.append(toggle.source)
      }
    }
    offsets.sort()
    var lines: [Double] = []
    for offset in offsets where lines.last != offset {
      lines.append(offset)
    }
    // Where a banner stands sideways counts at any time.
    let needsAll = self.experience.carousels.contains { $0.source == source }
    return TriggerLines(offsets: lines, dragStarts: dragStarts, needsEverySample: needsAll)
  }
}
