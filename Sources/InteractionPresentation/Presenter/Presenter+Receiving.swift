public import InteractionCore

extension Presenter {
  /// Receives a directive (rules D1–D5). Returns its effects; none for a repeated directive.
  public mutating func receive(_ directive: Directive, at now: Instant) -> [Effect] {
    self.advance(to: now)
    let before = self.screen
    let change = self.model.receive(directive)
    if change.isNew, directive.replacesAll {
      self.apply(snapshot: directive, since: before)
    } else if change.isNew {
      self.apply(change, since: before)
    } else {
      self.screen.state = self.model.visibleState
      self.settle(change.settings, since: before)
    }
    self.layOut()
    return change.isNew ? directive.effects : []
  }

  private mutating func apply(_ change: PresenterModel.Change, since before: PresentationState) {
    self.screen.animations.removeAll { performance in
      change.pendingChanges.revertedTabs.contains { performance.origin == .tap($0) }
    }
    let shown = self.model.hideLate(change)
    self.screen.state = self.model.visibleState
    self.settle(shown, since: before)
    // A directive without settings has nothing but its sequence number.
    if change.pendingChanges.directive.settings.isEmpty || !change.settings.isEmpty {
      self.play(change, since: before)
    }
    self.startLoops(since: before)
  }

  /// Applies a snapshot without animation; only loops continue (rule D5).
  private mutating func apply(snapshot directive: Directive, since before: PresentationState) {
    self.screen.animations.removeAll { !$0.isLoop }
    self.model.unconfirmedRelease = UnconfirmedRelease()
    self.screen.state = self.model.visibleState
    self.endLoops(since: before)
    self.pending.cancelAll(under: directive.settings)
    self.screen.fingers.drags.removeAll { !$0.isDown }
    self.startLoops(since: before)
  }

  /// Ends the animations and links that newer settings supersede.
  private mutating func settle(_ news: [Setting], since before: PresentationState) {
    for setting in news {
      self.pending.forget(setting.aspect)
      switch setting.state {
      case .floor, .transition, .navigation, .toggle:
        // A return animation continues under a new drag.
        let ended = self.screen.animations.filter {
          $0.aspect == setting.aspect && ($0.origin != .release || setting.state.isAnimating)
        }
        self.screen.animations.removeAll { ended.contains($0) }
        if case .floor(let floor) = setting.state {
          self.revertFloor(ended, to: floor.phase, since: before)
        }
      case .badge: self.endLoops(since: before)
      default: break
      }
    }
    self.changeLinks(from: before)
  }
}
