import InteractionCore
import InteractionPresentation

extension Directive {
  /// Returns true if the rules require an element to appear or disappear without animation.
  func explains(_ appearance: Appearance, at now: Instant, after known: Snapshot) -> Bool {
    // A snapshot applies at once (D5), and so does an animation that is over on arrival (D4).
    if self.replacesAll || self.hasEnded(by: now) { return true }
    let path = appearance.target.path
    let pictures = (self.timeline?.captures ?? []) + self.pulledPages.captures
    let staging = (self.timeline?.staging ?? []) + self.pulledPages.staging
    let moved = (self.timeline?.tracks ?? []).map(\.target) + self.pulledPages.links.map(\.target)
    // Elements of an animation or a drag: captures, blurs, pages that were out of view.
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
        // The parts of an item are shown with it.
        path.hasPrefix("tab/") || appearance.parent?.path.hasPrefix("tab/") == true
          || !moved.contains(where: { $0.path.hasPrefix("page/") })
            && (path.hasPrefix("page/") || path.hasPrefix("list/"))
      case .floorLayout: path.hasPrefix("floor/")
      case .links: path.hasPrefix("floor/")
      // A transition that is still running when another begins jumps to its end first (X4).
      case .transition(let state):
        (state.isOver || !appearance.isNew)
          && (path.hasPrefix("page/") || path.hasPrefix("list/"))
      // Platform animations, and interrupted transitions, end without an animation (N4, N5), and a
      // selection exchanges the tabs' pages (N6).
      case .navigation:
        self.timeline == nil
          || self.isSelection
            && (path.hasPrefix("stack/") || ViewPath.tabBar.stands(for: appearance.target))
          || known.hasTakenPagesBack && !appearance.isNew && appearance.thing.hasPrefix("route ")
      case .badge(let badge): appearance.target == .tabCount(badge.tab)
      case .toggle: path.hasPrefix("toggle/")
      // A selection and a change to another list move the bar at once (S9, R12).
      case .layout:
        ViewPath.tabBar.stands(for: appearance.target) && !moved.contains(.tabBar)
      case .floor:
        path.hasPrefix("floor") && path != "floor/page" || path == "navigation_bar"
      default: false
      }
    }
  }
}

extension Snapshot {
  /// True if the pages above the root were restored after a drag and may still be animating back.
  var hasTakenPagesBack: Bool {
    self.settings.contains { setting in
      guard case .navigation(let navigation) = setting.state else { return false }
      return navigation.phase == .idle(.cancelled)
    }
  }
}

extension Directive {
  /// The links, captures and staging of the pages that a drag has begun to move.
  private var pulledPages: (links: [ScrollLink], captures: [Capture], staging: [Staging]) {
    for case .navigation(let navigation) in self.settings.map(\.state) {
      guard case .interactive(let links, _) = navigation.phase else { continue }
      return (links, navigation.captures, navigation.staging)
    }
    return ([], [], [])
  }
}

extension Directive {
  /// True if it selects a tab, rather than how items react meanwhile (T14).
  fileprivate var isSelection: Bool {
    if case .selection? = self.settings.first?.state { return true }
    return false
  }
}

extension ViewPath {
  /// Returns true if a capture of this target also shows `other`.
  func stands(for other: ViewPath) -> Bool {
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
