import InteractionCore

/// The state received from the engine, with unconfirmed taps and releases.
struct PresenterModel: Hashable, Sendable {
  private(set) var reactions: TapPredictor
  var hold = ReleaseHold()
  var unconfirmedRelease = UnconfirmedRelease()
  /// The sequence number of the newest directive.
  private var newest: UInt64 = 0

  /// The changes of a directive.
  struct Change: Sendable {
    /// A Boolean value that indicates whether the directive is not a repetition.
    let isNew: Bool
    /// A Boolean value that indicates whether it may animate: not if it decides about an expired
    /// hold (rule D7).
    let mayAnimate: Bool
    /// The directive without the tracks that play already, and the reverted taps.
    let pendingChanges: TapPredictor.PendingChanges
    /// The changed settings.
    let settings: [Setting]
    /// The previous state.
    let former: Snapshot
  }

  init(_ snapshot: Snapshot) {
    self.reactions = TapPredictor(snapshot)
  }

  var snapshot: Snapshot { self.reactions.model.snapshot }

  /// The state to present.
  var visibleState: VisibleState { VisibleState(self.snapshot, without: self.unconfirmedRelease) }

  mutating func tap(_ tab: Int) -> TapReaction? { self.reactions.tap(tab) }

  mutating func receive(_ directive: Directive) -> Change {
    let former = self.snapshot
    let isNew = directive.sequence > self.newest
    self.newest = max(self.newest, directive.sequence)
    let mayAnimate = self.hold.receive(directive)
    let shown = self.reactions.receive(directive)
    let settings = self.snapshot.settings.filter { !former.settings.contains($0) }
    return Change(
      isNew: isNew, mayAnimate: mayAnimate, pendingChanges: shown, settings: settings,
      former: former)
  }

  /// Hides the changes of a late decision (rule D7).
  ///
  /// - Returns: The settings to present.
  mutating func hideLate(_ change: Change) -> [Setting] {
    self.unconfirmedRelease.receive(
      change.settings, isLate: !change.mayAnimate, from: change.former, to: self.snapshot)
  }
}
