import InteractionCore

/// The settings of a snapshot, by type.
struct VisibleState: Hashable, Sendable {
  var selection: SelectionState?
  var layout: BarLayout?
  var toggles: [ToggleState] = []
  var floor: FloorState?
  var floorLayout: FloorLayout?
  var floorLinks: [ScrollLink] = []
  var badges: [BadgeState] = []
  var transition: TransitionState?
  var navigation: NavigationState?
  /// The links of released fingers (rule D7).
  private var formerLinks: [ScrollLink] = []

  init(_ snapshot: Snapshot, without letGo: UnconfirmedRelease = UnconfirmedRelease()) {
    self.formerLinks = letGo.links
    for setting in snapshot.settings {
      let setting = letGo.settings.first { $0.aspect == setting.aspect } ?? setting
      switch setting.state {
      case .toggle(let state): self.toggles.append(state)
      case .selection(let state): self.selection = state
      case .layout(let layout): self.layout = layout
      case .floor(let state): self.floor = state
      case .floorLayout(let layout): self.floorLayout = layout
      case .links(let links): self.floorLinks = links.filter { !letGo.links.contains($0) }
      case .badge(let state): self.badges.append(state)
      case .transition(let state): self.transition = state
      case .navigation(let state): self.navigation = state
      // The other settings are for the app.
      default: break
      }
    }
  }

  /// All links to lists and fingers.
  var links: [ScrollLink] { self.floorLinks + self.tabLinks + self.pageLinks }

  /// The links to the finger that drags the tabs' pages.
  var tabLinks: [ScrollLink] {
    guard case .interactive(let links, _) = self.transition?.phase else { return [] }
    return links.filter { !self.formerLinks.contains($0) }
  }

  /// The links to the finger that drags a page above the root.
  var pageLinks: [ScrollLink] {
    guard case .interactive(let links, _) = self.navigation?.phase else { return [] }
    return links.filter { !self.formerLinks.contains($0) }
  }

  /// The navigation state during an interactive transition; nil without one.
  var pulledPages: NavigationState? {
    guard case .interactive = self.navigation?.phase else { return nil }
    return self.navigation
  }

  func toggle(_ id: String) -> ToggleState? {
    self.toggles.first { $0.id == id }
  }
}

extension Setting.State {
  /// A Boolean value that indicates whether the engine waits for the end of the state's animation.
  var isAnimating: Bool {
    switch self {
    case .floor(let floor): floor.phase.isAnimating
    case .transition(let transition): transition.phase == .running
    case .navigation(let navigation): navigation.phase == .running
    default: false
    }
  }
}
