/// Labels, actions and announcements for screen readers (rules U2–U4).
extension Session {
  /// Returns the announcement of an occasion, if the experience has one.
  func announcement(of occasion: AnnouncementDefinition.Occasion) -> [Effect] {
    if self.experience.announcements.isEmpty { return [] }
    for definition in self.experience.announcements where definition.occasion == occasion {
      return [
        .announce(
          definition.text.text(for: self.state.surface.locale), interrupts: definition.interrupts)
      ]
    }
    return []
  }

  /// Returns the announcement of a floor that enters `phase`, if the experience has one.
  func announcement(of phase: FloorState.Phase) -> [Effect] {
    switch phase {
    case .armed: self.announcement(of: .floorArmed)
    case .open: self.announcement(of: .floorOpened)
    case .closing: self.announcement(of: .floorClosing)
    case .closed, .pulling, .tip, .opening: []
    }
  }

  /// Handles a request for a long press without a finger; a finger on the bar is cancelled.
  mutating func pressTab(_ tab: Int, in turn: inout CauseContext) {
    guard self.experience.tabBar.items[tab].hasLongPress, !self.state.navigation.blocksInput
    else { return }
    self.perform(self.state.barTouch.cancel(), in: &turn)
    self.perform([.press(tab: tab, .began), .press(tab: tab, .ended)], in: &turn)
  }
}

extension BadgeDefinition {
  /// Returns the label of a badge with this text (rule U2).
  static func label(_ label: LocalizedText, for text: String, in locale: String) -> String {
    let label = label.text(for: locale)
    guard !label.isEmpty else { return text }
    let bytes = label.utf8
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: "{}".utf8) }) else {
      return label
    }
    return String(decoding: bytes[..<place], as: UTF8.self) + text
      + String(decoding: bytes[place...].dropFirst(2), as: UTF8.self)
  }
}

extension TabItem {
  /// The role of the item (rule U2).
  var role: BarLayout.Item.Role {
    switch self.jump?.kind {
    case nil: .tab
    case .route, .toast, .app: .button
    case .url: .link
    }
  }
}
