/// Which tab is selected, and which one waits for the user to sign in (rules T5–T7).
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
    /// Nothing changes, for this reason.
    case refuse(Refusal.Reason)
  }

  /// A tab that is selected as soon as the user signs in.
  package struct Pending: Hashable, Sendable {
    package var index: Int
    /// Until when it waits.
    package var until: Instant
    /// Who asked for it.
    package var origin: TabSelection.Origin

    package init(index: Int, until: Instant, origin: TabSelection.Origin = .user) {
      self.index = index
      self.until = until
      self.origin = origin
    }
  }

  /// The selected tab.
  package var selected: Int
  /// Whether the user is signed in.
  package var isSignedIn: Bool
  /// The tab that waits, if one does.
  package var pending: Pending?
  /// Whether the selected button's own look went off (rule T12: `literal`).
  package var looksOff: Bool

  package init(
    selected: Int = 0, isSignedIn: Bool = false, pending: Pending? = nil, looksOff: Bool = false
  ) {
    self.selected = selected
    self.isSignedIn = isSignedIn
    self.pending = pending
    self.looksOff = looksOff
  }

  /// Judges a request in the order of rule T5: is it enabled, may it be selected, does it jump, is
  /// it another?
  package func decide(_ index: Int, in definition: TabBarDefinition) -> Decision {
    guard definition.items.indices.contains(index), definition.items[index].isEnabled else {
      return .refuse(.disabled)
    }
    if self.isGated(index, in: definition) { return .requestLogin(index: index) }
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
    case .reselect, .jump, .requestLogin, .refuse: return false
    }
  }

  /// Whether a plain tap on `index` can be answered before the engine has heard of it (rule T14).
  package func reacts(_ index: Int, in definition: TabBarDefinition) -> Bool {
    self.decide(index, in: definition) == .select(index: index)
      && definition.items[index].doubleTap?.waits != true
  }
}
