extension Session {
  /// Handles a sign-in, a sign-out or a failed login (rule T7).
  mutating func apply(_ change: AccountChange, in turn: inout CauseContext) {
    switch change {
    case .signedIn:
      let before = self.wiring.hasGate ? self.selectionSetting : nil
      let pending = self.state.tabBar.pending
      let opens = pending?.condition == .login
      self.setAccount(isSignedIn: true, pending: opens ? nil : pending, in: &turn)
      if let pending, opens {
        self.select(pending.index, origin: pending.origin, after: .login, in: &turn)
      }
      self.republishSelection(since: before, in: &turn)
    case .signedOut:
      let before = self.wiring.hasGate ? self.selectionSetting : nil
      self.setAccount(isSignedIn: false, pending: self.state.tabBar.pending, in: &turn)
      if let refuge = self.state.tabBar.fallbackTab(in: self.experience.tabBar) {
        self.switchTab(to: refuge, origin: .programmatic, in: &turn)
      }
      self.republishSelection(since: before, in: &turn)
    case .loginFailed:
      guard self.state.tabBar.pending?.condition == .login else { return }
      self.refusePendingSelection(for: .loginFailed, in: &turn)
    }
  }

  /// Handles the client's answer to whether a tapped tab may be selected (rule T5). An answer for a
  /// tab that does not wait for one is ignored.
  mutating func apply(_ verdict: SelectionVerdict, in turn: inout CauseContext) {
    guard let pending = self.state.tabBar.pending, pending.condition == .client,
      pending.index == verdict.tab
    else { return }
    guard verdict.isAllowed else {
      self.refusePendingSelection(for: .vetoed, in: &turn)
      return
    }
    self.setAccount(isSignedIn: self.state.tabBar.isSignedIn, pending: nil, in: &turn)
    self.select(pending.index, origin: pending.origin, after: .client, in: &turn)
  }

  /// Makes a tab wait for a login or for the client's permission.
  mutating func wait(
    for condition: GateState.Condition, toSelect index: Int, origin: SelectionState.Origin,
    in turn: inout CauseContext
  ) {
    // Requested already.
    if let pending = self.state.tabBar.pending, pending.index == index,
      pending.condition == condition
    {
      return
    }
    self.state.tabBar.pending = TabBar.PendingSelection(
      index: index, condition: condition,
      until: self.state.now + self.experience.tabBar.gateTimeout, origin: origin)
    self.state.generations.gate &+= 1
    let effect: Effect =
      switch condition {
      case .login: .requestLogin(tab: index)
      case .client: .askSelection(tab: index)
      }
    self.emit(self.gateSetting, with: effect, in: &turn)
  }

  /// Abandons the pending selection, because its condition is not met, and refuses it.
  mutating func refusePendingSelection(for reason: Refusal.Reason, in turn: inout CauseContext) {
    guard let pending = self.state.tabBar.pending else { return }
    self.setAccount(isSignedIn: self.state.tabBar.isSignedIn, pending: nil, in: &turn)
    self.refuse(.selectTab(index: pending.index), reason, in: &turn)
  }

  /// Drops the pending selection unless it is of `index`; nil drops any.
  mutating func dropPendingSelection(unless index: Int?, in turn: inout CauseContext) {
    guard let pending = self.state.tabBar.pending, pending.index != index else { return }
    self.setAccount(isSignedIn: self.state.tabBar.isSignedIn, pending: nil, in: &turn)
  }

  private mutating func setAccount(
    isSignedIn: Bool, pending: TabBar.PendingSelection?, in turn: inout CauseContext
  ) {
    let before = self.wiring.hasGate ? self.gateSetting.state : nil
    self.state.tabBar.isSignedIn = isSignedIn
    self.state.tabBar.pending = pending
    guard let before, self.gateSetting.state != before else { return }
    self.state.generations.gate &+= 1
    self.emit(self.gateSetting, in: &turn)
  }

  /// Emits the selection again if the account changes the tabs that react at once (rule T14).
  private mutating func republishSelection(since former: Setting?, in turn: inout CauseContext) {
    guard let former else { return }
    let now = self.selectionSetting
    guard now.generation == former.generation, now.state != former.state else { return }
    self.state.generations.selection &+= 1
    self.emit(self.selectionSetting, in: &turn)
  }
}
