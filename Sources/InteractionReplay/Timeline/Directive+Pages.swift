package import InteractionCore

extension Directive {
  /// What the directive begins to do to the pages; nil if it only says where they are on their way.
  package var pageChange: NavigationState.Change? {
    for case .navigation(let navigation) in self.settings.map(\.state) {
      switch navigation.phase {
      case .running where !navigation.returns: return navigation.change
      // What is over as soon as it starts plays all the same.
      case .idle where self.timeline != nil: return navigation.change
      case .running, .idle, .interactive: return nil
      }
    }
    return nil
  }
}

extension NavigationState {
  /// Whether the page that was to go is still on top, or the one that was to come is not: a finger
  /// let go of it too early.
  fileprivate var returns: Bool {
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
