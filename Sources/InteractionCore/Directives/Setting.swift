/// One piece of visible state with the number of times it has changed (rule D1).
///
/// A client keeps the newest setting of every ``Aspect``; a setting whose generation is not newer
/// than the one it has is old news.
public struct Setting: Hashable, Sendable {
  /// Counts the changes of this aspect, from 1.
  public var generation: UInt32
  /// The state as a whole, never a change of it.
  public var state: State

  public init(generation: UInt32, state: State) {
    self.generation = generation
    self.state = state
  }

  /// What is set.
  public enum State: Hashable, Sendable {
    /// A toggle's look.
    case toggle(ToggleState)
    /// Which tab is selected and how each item looks.
    case selection(SelectionState)
    /// Where the bar and its items stand.
    case layout(BarLayout)
    /// What the second floor shows.
    case floor(FloorState)
    /// Where the second floor's parts stand.
    case floorLayout(FloorLayout)
    /// What follows the finger.
    case links([ScrollLink])
    /// What the badge of one tab shows.
    case badge(BadgeState)
    /// Whether a tab waits for the user to sign in.
    case gate(GateState)
    /// The finger on the bar, and the menu that it may have opened.
    case press(PressState)
    /// Whether the pages of two tabs are changing places.
    case transition(TransitionState)
    /// The pages above the root.
    case navigation(NavigationState)
    /// Whether a list refreshes its data.
    case refresh(RefreshState)
    /// Something of a later contract that this client does not know, by its field number.
    case unknown(kind: Int)
  }

  /// What a setting is about: the key under which a client keeps it.
  public enum Aspect: Hashable, Sendable {
    /// The look of the toggle of this name.
    case toggle(String)
    /// The selected tab.
    case selection
    /// The bar's frames.
    case layout
    /// The second floor.
    case floor
    /// The second floor's frames.
    case floorLayout
    /// Scroll-linked animations.
    case links
    /// The badge of the tab with this index, from 0.
    case badge(tab: Int)
    /// The login that a tab waits for.
    case gate
    /// The finger on the bar.
    case press
    /// The tabs' pages.
    case transition
    /// The pages above the root.
    case navigation
    /// The refreshing list.
    case refresh
    /// Something of a later contract, by its field number.
    case unknown(kind: Int)
  }

  /// What the setting is about.
  public var aspect: Aspect {
    switch self.state {
    case .toggle(let toggle): .toggle(toggle.id)
    case .selection: .selection
    case .layout: .layout
    case .floor: .floor
    case .floorLayout: .floorLayout
    case .links: .links
    case .badge(let badge): .badge(tab: badge.tab)
    case .gate: .gate
    case .press: .press
    case .transition: .transition
    case .navigation: .navigation
    case .refresh: .refresh
    case .unknown(let kind): .unknown(kind: kind)
    }
  }
}
