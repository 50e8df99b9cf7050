import InteractionCore
import InteractionPresentation

extension Directive {
  /// Whether the rules want what comes or goes to do so at once.
  func explains(_ appearance: Appearance, at now: Instant, after known: Snapshot) -> Bool {
    // A snapshot shows at once (D5), and so does what comes too late (D4).
    if self.replacesAll || self.isOver(at: now) { return true }
    let path = appearance.target.path
    let pictures = (self.timeline?.captures ?? []) + self.pulledPages.captures
    let staging = (self.timeline?.staging ?? []) + self.pulledPages.staging
    let moved = (self.timeline?.tracks ?? []).map(\.target) + self.pulledPages.links.map(\.target)
    // What an animation or a finger brings: pictures, blurs, pages that were out of view.
    if appearance.isNew,
      (moved + pictures.map(\.target) + staging.map(\.target)).contains(where: {
        $0.stands(for: appearance.target)
      })
    {
      return true
    }
    if pictures.contains(where: { $0.subject.stands(for: appearance.target) }) { return true }
    return self.settings.contains { setting in
      switch setting.state {
      case .selection:
        // What stands in an item shows with it.
        path.hasPrefix("tab/") || appearance.parent?.path.hasPrefix("tab/") == true
          || !moved.contains(where: { $0.path.hasPrefix("page/") })
            && (path.hasPrefix("page/") || path.hasPrefix("list/"))
      case .floorLayout: path.hasPrefix("floor/")
      case .links: path.hasPrefix("floor/")
      // Pages that still move when others begin to are at their end before (X4).
      case .transition(let state):
        (state.isOver || !appearance.isNew)
          && (path.hasPrefix("page/") || path.hasPrefix("list/"))
      // The platform's own animation, and what a request cuts off, come without one (N4, N5).
      case .navigation:
        self.timeline == nil
          || known.hasTakenPagesBack && !appearance.isNew && appearance.thing.hasPrefix("route ")
      case .badge(let badge): appearance.target == .tabCount(badge.tab)
      case .toggle: path.hasPrefix("toggle/")
      case .floor:
        path.hasPrefix("floor") && path != "floor/page" || path == "navigation_bar"
      default: false
      }
    }
  }
}

extension Snapshot {
  /// Whether the pages above the root are as they were before a finger, and may still go there.
  var hasTakenPagesBack: Bool {
    self.settings.contains { setting in
      guard case .navigation(let navigation) = setting.state else { return false }
      return navigation.phase == .idle(.cancelled)
    }
  }
}

extension Directive {
  /// What a finger begins to move of the pages above the root.
  private var pulledPages: (links: [ScrollLink], captures: [Capture], staging: [Staging]) {
    for case .navigation(let navigation) in self.settings.map(\.state) {
      guard case .interactive(let links, _) = navigation.phase else { continue }
      return (links, navigation.captures, navigation.staging)
    }
    return ([], [], [])
  }
}

extension Target {
  /// Whether a picture of it stands in for `other`, too.
  func stands(for other: Target) -> Bool {
    if [.window, .outgoingPage, .incomingPage].contains(self) { return true }
    if self == .tabBar, other.path.hasPrefix("tab/") || other.path.hasPrefix("toggle/") {
      return true
    }
    return other == self || other.path.hasPrefix(self.path + "/")
  }
}

extension TransitionState {
  fileprivate var isOver: Bool {
    if case .idle = self.phase { return true }
    return false
  }
}
