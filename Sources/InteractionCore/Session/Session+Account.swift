extension Session {
  /// The user signed in or out, or did not manage to (rule T7).
  mutating func apply(_ change: AccountChange, in turn: inout Turn) {
    switch change {
    case .signedIn:
      let before = self.state.generations.selection
      let pending = self.state.tabBar.pending
      self.setAccount(isSignedIn: true, pending: nil, in: &turn)
      if let pending {
        self.select(pending.index, origin: pending.origin, hasWaited: true, in: &turn)
      }
      self.republishSelection(unlessChangedSince: before, in: &turn)
    case .signedOut:
      let before = self.state.generations.selection
      self.setAccount(isSignedIn: false, pending: self.state.tabBar.pending, in: &turn)
      if let refuge = self.state.tabBar.refuge(in: self.experience.tabBar) {
        self.switchTab(to: refuge, origin: .programmatic, in: &turn)
      }
      self.republishSelection(unlessChangedSince: before, in: &turn)
    case .loginFailed:
      self.abandonGate(for: .loginFailed, in: &turn)
    }
  }

  /// A gated tab was asked for: it waits until the user has signed in.
  mutating func requestLogin(
    for index: Int, origin: TabSelection.Origin, in turn: inout Turn
  ) {
    self.state.tabBar.pending = TabBar.Pending(
      index: index, until: self.state.now + self.experience.tabBar.gateTimeout, origin: origin)
    self.state.generations.gate &+= 1
    self.emit(.requestLogin(self.gateSetting, tab: index), in: &turn)
  }

  /// The login that a tab waited for does not come about.
  mutating func abandonGate(for reason: Refusal.Reason, in turn: inout Turn) {
    guard let pending = self.state.tabBar.pending else { return }
    self.setAccount(isSignedIn: self.state.tabBar.isSignedIn, pending: nil, in: &turn)
    self.emit(
      .refuse(Refusal(request: .selectTab(index: pending.index), reason: reason)), in: &turn)
  }

  /// Another tab than the one that waits was asked for.
  mutating func forgetGate(unless index: Int, in turn: inout Turn) {
    guard let pending = self.state.tabBar.pending, pending.index != index else { return }
    self.setAccount(isSignedIn: self.state.tabBar.isSignedIn, pending: nil, in: &turn)
  }

  private mutating func setAccount(
    isSignedIn: Bool, pending: TabBar.Pending?, in turn: inout Turn
  ) {
    let before = self.gateSetting.state
    self.state.tabBar.isSignedIn = isSignedIn
    self.state.tabBar.pending = pending
    guard self.wiring.hasGate, self.gateSetting.state != before else { return }
    self.state.generations.gate &+= 1
    self.emit(.set(self.gateSetting), in: &turn)
  }

  /// Which tabs react at once depends on who is signed in (rule T14).
  private mutating func republishSelection(
    unlessChangedSince generation: UInt32, in turn: inout Turn
  ) {
    guard self.wiring.hasGate, self.state.generations.selection == generation else { return }
    self.state.generations.selection &+= 1
    self.emit(.set(self.selectionSetting), in: &turn)
  }
}
