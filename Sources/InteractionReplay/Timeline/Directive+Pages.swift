package import InteractionCore

extension Directive {
  /// The page change that the directive starts; nil if it only reports the state of one.
  package var pageChange: NavigationState.Change? {
    // A selection that exchanges the tabs' pages starts none (rule N6).
    if case .selection? = self.settings.first?.state { return nil }
    for case .navigation(let navigation) in self.settings.map(\.state) {
      switch navigation.phase {
      case .running where !navigation.isReverting: return navigation.change
      // A change without duration is idle at once, but has a timeline.
      case .idle where self.timeline != nil: return navigation.change
      case .running, .idle, .interactive: return nil
      }
    }
    return nil
  }
}

extension NavigationState {
  /// True if the change is being reverted, since an interactive gesture was released too early: the
  /// page to remove is still on top, or the page to add is not.
  fileprivate var isReverting: Bool {
    guard let change = self.change else { return false }
    let top = self.pages.last
    let isOnTop = change.route == top?.route && change.style == top?.style
    return switch change.operation {
    case .push, .present: !isOnTop
    case .pop, .dismiss: isOnTop
    case .popToRoot: false
    }
  }
}
