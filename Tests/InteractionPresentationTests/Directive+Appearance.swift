import InteractionCore
import InteractionPresentation

extension Directive {
  /// Whether the rules want what comes or goes to do so at once.
  func explains(_ appearance: Appearance, at now: Instant) -> Bool {
    // A snapshot shows at once (D5), and so does what comes too late (D4).
    if self.replacesAll || self.isOver(at: now) { return true }
    let path = appearance.target.path
    if let timeline = self.timeline {
      // What an animation brings: pictures, blurs, pages that were out of view.
      let moved =
        timeline.tracks.map(\.target) + timeline.captures.map(\.target)
        + timeline.staging.map(\.target)
      if appearance.isNew && moved.contains(appearance.target) { return true }
      if timeline.captures.contains(where: { $0.subject.stands(for: appearance.target) }) {
        return true
      }
    }
    return self.settings.contains { setting in
      switch setting.state {
      case .selection:
        path.hasPrefix("tab/")
          || self.timeline == nil && (path.hasPrefix("page/") || path.hasPrefix("list/"))
      case .badge(let badge): appearance.target == .tabCount(badge.tab)
      case .toggle: path.hasPrefix("toggle/")
      case .floor:
        path.hasPrefix("floor") && path != "floor/page" || path == "navigation_bar"
      default: false
      }
    }
  }
}

extension Target {
  /// Whether a picture of it stands in for `other`, too.
  fileprivate func stands(for other: Target) -> Bool {
    if self == .tabBar, other.path.hasPrefix("tab/") || other.path.hasPrefix("toggle/") {
      return true
    }
    return other == self || other.path.hasPrefix(self.path + "/")
  }
}
