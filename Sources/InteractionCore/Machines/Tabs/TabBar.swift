/// Which tab is selected, and which one waits for a login or for the client's answer (rules T5–T7).
package struct TabBar: Hashable, Sendable {
  /// What a request came to.
  package enum Decision: Hashable, Sendable {
    /// Another tab is to be selected.
    case select(index: Int)
    /// The selected tab was asked for again.
    case reselect(index: Int)
    /// The tab does something else instead.
    case jump(index: Int)
    /// The user has to sign in first.
    case requestLogin(index: Int)
    /// The client has to allow it first.
    case askClient(index: Int)
    /// Nothing changes, for this reason.
    case refuse(Refusal.Reason)
  }

  /// A tab that is selected as soon as its condition is met.
  package struct Pending: Hashable, Sendable {
    package var index: Int
    /// What it waits for.
    package var condition: GateState.Condition
    /// Until when it waits.
    package var until: Instant
    /// Who asked for it.
    package var origin: SelectionState.Origin

    package init(
      index: Int, condition: GateState.Condition = .login, until: Instant,
      origin: SelectionState.Origin = .user
    ) {
      self.index = index
      self.condition = condition
      self.until = until
      self.origin = origin
    }
  }

  /// The selected tab.
  package private(set) var selected: Int
  /// The tab selected before, if there was one.
  package private(set) var previous: Int?
  /// Who asked for the newest selection; at launch, the app.
  package private(set) var origin: SelectionState.Origin
  /// Whether the user is signed in.
  package var isSignedIn: Bool
  /// The tab that waits, if one does.
  package var pending: Pending?
  /// Whether the selected button's own look went off (rule T12: `literal`).
  package var looksOff: Bool

  package init(
    selected: Int = 0, previous: Int? = nil, origin: SelectionState.Origin = .programmatic,
    isSignedIn: Bool = false, pending: Pending? = nil, looksOff: Bool = false
  ) {
    self.selected = selected
    self.previous = previous
    self.origin = origin
    self.isSignedIn = isSignedIn
    self.pending = pending
    self.looksOff = looksOff
  }

  /// Another tab is selected.
  package mutating func select(_ index: Int, by origin: SelectionState.Origin) {
    self.previous = self.selected
    self.selected = index
    self.origin = origin
  }

  /// The session starts with this tab: none was selected before.
  package mutating func restore(_ index: Int) {
    self.selected = index
    self.origin = .restore
  }

  /// Judges a request in the order of rule T5: is it enabled, may it be selected, does it jump, is
  /// it another?
  ///
  /// - Parameter asksClient: Whether the client still has to allow what the item asks it for.
  package func decide(
    _ index: Int, in definition: TabBarDefinition, asksClient: Bool = true
  ) -> Decision {
    guard definition.items.indices.contains(index), definition.items[index].isEnabled else {
      return .refuse(.disabled)
    }
    if self.isGated(index, in: definition) { return .requestLogin(index: index) }
    if asksClient && index != self.selected && definition.items[index].asksClient {
      return .askClient(index: index)
    }
    if definition.items[index].jump != nil { return .jump(index: index) }
    return index == self.selected ? .reselect(index: index) : .select(index: index)
  }

  /// Whether a tab stays shut until the user signs in (rule T7).
  package func isGated(_ index: Int, in definition: TabBarDefinition) -> Bool {
    if self.isSignedIn { return false }
    return definition.gatesEveryTab
      ? definition.items.contains(where: \.requiresLogin) : definition.items[index].requiresLogin
  }

  /// Where to go from a tab that cannot be selected, such as one that is gated when the user signs
  /// out (rule T7): the first that can be; nil if the selected one may stay, or there is none.
  package func refuge(in definition: TabBarDefinition) -> Int? {
    let item = definition.items[self.selected]
    let isShut = item.requiresLogin && !self.isSignedIn
    guard isShut || item.jump != nil || !item.isEnabled else { return nil }
    return definition.items.firstIndex { $0.isEnabled && !$0.requiresLogin && $0.jump == nil }
  }

  /// Whether a tap on `index` leads away from what a waiting tap on `other` would lead to.
  package func supersedes(_ index: Int, _ other: Int, in definition: TabBarDefinition) -> Bool {
    guard self.reacts(index, in: definition) else { return false }
    switch self.decide(other, in: definition) {
    case .select: return true
    case .reselect, .jump, .requestLogin, .askClient, .refuse: return false
    }
  }

  /// Whether a plain tap on `index` can be answered before the engine has heard of it (rule T14).
  package func reacts(_ index: Int, in definition: TabBarDefinition) -> Bool {
    self.decide(index, in: definition) == .select(index: index)
      && definition.items[index].doubleTap?.waits != true
  }
}
