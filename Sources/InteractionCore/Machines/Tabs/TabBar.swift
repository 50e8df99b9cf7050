/// The selected tab, and the tab that waits for a login or the client's answer, if any (rules
/// T5–T7).
package struct TabBar: Hashable, Sendable {
  /// The decision about a request.
  package enum Decision: Hashable, Sendable {
    /// Selects another tab.
    case select(index: Int)
    /// Reselects the selected tab.
    case reselect(index: Int)
    /// Performs the tab's jump instead of a selection.
    case jump(index: Int)
    /// Requests a login first.
    case requestLogin(index: Int)
    /// Asks the client for permission first.
    case requestClientApproval(index: Int)
    /// Refuses the request for this reason.
    case refuse(Refusal.Reason)
  }

  /// A tab to be selected as soon as its condition is met.
  package struct PendingSelection: Hashable, Sendable {
    package var index: Int
    /// The condition.
    package var condition: GateState.Condition
    /// The time of the timeout.
    package var until: Instant
    /// The origin of the request.
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

  /// The index of the selected tab.
  package private(set) var selected: Int
  /// The index of the previously selected tab, if any.
  package private(set) var previous: Int?
  /// The origin of the latest selection; `programmatic` at launch.
  package private(set) var origin: SelectionState.Origin
  /// A Boolean value that indicates whether the user is signed in.
  package var isSignedIn: Bool
  /// The tab that waits to be selected, if any.
  package var pending: PendingSelection?
  /// A Boolean value that indicates whether the selected button's pressed appearance is toggled off
  /// (rule T12: `literal`).
  package var looksOff: Bool

  package init(
    selected: Int = 0, previous: Int? = nil, origin: SelectionState.Origin = .programmatic,
    isSignedIn: Bool = false, pending: PendingSelection? = nil, looksOff: Bool = false
  ) {
    self.selected = selected
    self.previous = previous
    self.origin = origin
    self.isSignedIn = isSignedIn
    self.pending = pending
    self.looksOff = looksOff
  }

  /// Selects another tab.
  package mutating func select(_ index: Int, by origin: SelectionState.Origin) {
    self.previous = self.selected
    self.selected = index
    self.origin = origin
  }

  /// Selects the first tab of a restored session, without a previous one.
  package mutating func restore(_ index: Int) {
    self.selected = index
    self.origin = .restore
  }

  /// Decides about a request in the order of rule T5: enabled, gated, allowed by the client, a
  /// jump, another tab.
  ///
  /// - Parameter asksClient: False if the client has already allowed the selection.
  package func decide(
    _ index: Int, in definition: TabBarDefinition, asksClient: Bool = true
  ) -> Decision {
    guard definition.items.indices.contains(index), definition.items[index].isEnabled else {
      return .refuse(.disabled)
    }
    if self.isGated(index, in: definition) { return .requestLogin(index: index) }
    if asksClient && index != self.selected && definition.items[index].asksClient {
      return .requestClientApproval(index: index)
    }
    if definition.items[index].jump != nil { return .jump(index: index) }
    return index == self.selected ? .reselect(index: index) : .select(index: index)
  }

  /// Returns whether a tab requires a login first (rule T7).
  package func isGated(_ index: Int, in definition: TabBarDefinition) -> Bool {
    if self.isSignedIn { return false }
    return definition.gatesEveryTab
      ? definition.items.contains { $0.requiresLogin } : definition.items[index].requiresLogin
  }

  /// Returns the tab to fall back to if the selected one cannot be selected, for example because it
  /// is gated when the user signs out (rule T7): the first that can be; nil if the selected tab may
  /// stay or no tab can be selected.
  package func fallbackTab(in definition: TabBarDefinition) -> Int? {
    let item = definition.items[self.selected]
    let isShut = item.requiresLogin && !self.isSignedIn
    guard isShut || item.jump != nil || !item.isEnabled else { return nil }
    return definition.items.firstIndex { $0.isEnabled && !$0.requiresLogin && $0.jump == nil }
  }

  /// Returns whether a tap on `index` supersedes a waiting tap on `other` that would select that
  /// tab.
  package func supersedes(_ index: Int, _ other: Int, in definition: TabBarDefinition) -> Bool {
    guard self.respondsLocally(index, in: definition) else { return false }
    switch self.decide(other, in: definition) {
    case .select: return true
    case .reselect, .jump, .requestLogin, .requestClientApproval, .refuse: return false
    }
  }

  /// Returns whether a client can react to a plain tap on `index` before the engine receives it
  /// (rule T14).
  package func respondsLocally(_ index: Int, in definition: TabBarDefinition) -> Bool {
    self.decide(index, in: definition) == .select(index: index)
      && definition.items[index].doubleTap?.waits != true
  }
}
