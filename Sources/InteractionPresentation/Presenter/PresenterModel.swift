import InteractionCore

/// The state that the engine has told, with the taps and releases that it has not answered yet.
struct PresenterModel: Hashable, Sendable {
  private(set) var reactions: TapReactions
  var hold = ReleaseHold()
  var letGo = LetGo()
  /// The number of the newest directive.
  private var newest: UInt64 = 0

  /// The changes that a directive makes.
  struct Change: Sendable {
    /// Whether the directive has not been received before.
    let isNew: Bool
    /// Whether it may animate: a verdict that came too late may not (rule D7).
    let mayAnimate: Bool
    /// The directive without the timelines that play already, and the taps that are taken back.
    let shown: TapReactions.Shown
    /// The settings that have changed.
    let settings: [Setting]
    /// The state before.
    let former: Snapshot
  }

  init(_ snapshot: Snapshot) {
    self.reactions = TapReactions(snapshot)
  }

  var snapshot: Snapshot { self.reactions.model.snapshot }

  /// The settings that show.
  var visibleState: VisibleState { VisibleState(self.snapshot, without: self.letGo) }

  mutating func tap(_ tab: Int) -> TapReaction? { self.reactions.tap(tab) }

  mutating func receive(_ directive: Directive) -> Change {
    let former = self.snapshot
    let isNew = directive.sequence > self.newest
    self.newest = max(self.newest, directive.sequence)
    let mayAnimate = self.hold.receive(directive)
    let shown = self.reactions.receive(directive)
    let settings = self.snapshot.settings.filter { !former.settings.contains($0) }
    return Change(
      isNew: isNew, mayAnimate: mayAnimate, shown: shown, settings: settings, former: former)
  }

  /// Leaves out the changes that a release has overtaken (rule D7).
  ///
  /// - Returns: The settings that show.
  mutating func hideLate(_ change: Change) -> [Setting] {
    self.letGo.receive(
      change.settings, isLate: !change.mayAnimate, from: change.former, to: self.snapshot)
  }
}
