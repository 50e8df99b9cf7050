import InteractionCore

/// The purpose of a directive, derived from its content and from the previous snapshot.
///
/// The engine uses one directive per purpose; one with several purposes, or none, is `odd`.
enum DirectiveKind {
  /// Replaces the whole state.
  case snapshot
  /// Selects a tab.
  case selects(TabSwitch)
  /// Changes the pages above the root: the new state, and the change that led to it.
  case navigates(NavigationState, NavigationState.Change)
  /// Shows the menu of the pressed tab.
  case menu(PressState)
  /// Requests a login, for this tab.
  case login(tab: Int)
  /// Asks the client whether this tab may be selected.
  case asks(tab: Int)
  /// Sends an effect without a setting.
  case happens(Effect)
  /// Plays a timeline, with the setting that applies at its end, if any.
  case animates(Setting?, Timeline)
  /// Changes one setting without an animation.
  case sets(Setting)
  /// Any other directive.
  case odd

  /// - Parameter former: The snapshot before the directive.
  init(_ directive: Directive, since former: Snapshot) {
    if directive.replacesAll {
      self = directive.timeline == nil && directive.effects.isEmpty ? .snapshot : .odd
    } else if let effect = directive.effects.first {
      self = Self.kind(of: directive, with: effect)
    } else {
      self = Self.kind(ofEffectless: directive, since: former)
    }
  }

  private static func kind(of directive: Directive, with effect: Effect) -> DirectiveKind {
    guard directive.effects.count == 1, directive.settings.count <= 1, directive.timeline == nil
    else { return .odd }
    let state = directive.settings.first?.state
    switch effect {
    case .presentMenu(let tab):
      guard case .press(let press) = state, press.tab == tab else { return .odd }
      return .menu(press)
    case .requestLogin(let tab):
      let pending = GateState.Pending(tab: tab, condition: .login)
      guard case .gate(let gate) = state, gate.pending == pending else { return .odd }
      return .login(tab: tab)
    case .askSelection(let tab):
      let pending = GateState.Pending(tab: tab, condition: .client)
      guard case .gate(let gate) = state, gate.pending == pending else { return .odd }
      return .asks(tab: tab)
    case .haptic, .sound, .scrollList, .scrollCarousel, .refresh, .animationFile, .tabAction,
      .refusal, .announce:
      return state == nil ? .happens(effect) : .odd
    }
  }

  private static func kind(
    ofEffectless directive: Directive, since former: Snapshot
  ) -> DirectiveKind {
    if let selection = TabSwitch(directive, since: former.selection) { return .selects(selection) }
    // The items that react change with whatever covers the bar (rule T14).
    let republished = former.selection.map { selection in
      directive.settings.filter { setting in
        guard case .selection(let new) = setting.state else { return false }
        return new.selected == selection.selected
      }.count
    }
    guard directive.settings.count - (republished ?? 0) <= 1 else { return .odd }
    let setting = directive.settings.first
    if case .navigation(let state) = setting?.state, let change = state.change,
      state.hasMoved(since: former.upperPages)
    {
      return .navigates(state, change)
    }
    if let timeline = directive.timeline { return .animates(setting, timeline) }
    guard let setting else { return .odd }
    return .sets(setting)
  }
}

extension NavigationState {
  /// Returns true if the transition of a page begins here, or its pull is released here.
  ///
  /// A pull that begins has moved nothing yet, and one that was undone moves nothing any more.
  fileprivate func hasMoved(since former: NavigationState?) -> Bool {
    guard let former else { return false }
    switch self.phase {
    case .interactive: return false
    case .running, .idle:
      if self.number != former.number { return true }
      return self.phase == .running && self.pages != former.pages
    }
  }
}

extension Sequence<Directive> {
  /// Returns the purpose of each directive, for a client that showed `snapshot` before the first.
  func kinds(since snapshot: Snapshot) -> [DirectiveKind] {
    var model = ClientModel(snapshot)
    var kinds: [DirectiveKind] = []
    for directive in self {
      kinds.append(DirectiveKind(directive, since: model.snapshot))
      model.apply(directive)
    }
    return kinds
  }
}
