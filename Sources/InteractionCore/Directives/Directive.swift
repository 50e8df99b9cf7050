/// One order to the client: what to show, and how to get there (rules D1–D4).
///
/// Applying a directive twice, or after a newer one, changes nothing: what it sets carries a
/// generation (see ``Setting``).
public struct Directive: Hashable, Sendable {
  /// Session-wide number, from 1.
  public var sequence: UInt64
  /// Why it was sent.
  public var cause: Cause
  /// The session time of the cause.
  public var at: Instant
  /// What to do.
  public var action: Action

  public init(sequence: UInt64, cause: Cause, at: Instant, action: Action) {
    self.sequence = sequence
    self.cause = cause
    self.at = at
    self.action = action
  }

  /// Why a directive was sent.
  public enum Cause: Hashable, Sendable {
    /// The event of this number; 0 for the session's opening.
    case event(sequence: UInt64)
    /// The deadline of this name, such as `settle/home`.
    case deadline(name: String)
  }

  /// What a directive asks for (rule D3).
  public enum Action: Hashable, Sendable {
    /// Play a timeline; at its end what it sets, if anything, holds.
    case animate(setting: Setting?, timeline: Timeline)
    /// Change state at once.
    case set(Setting)
    /// Another tab is selected.
    case selectTab(TabSelection)
    /// Scroll a list.
    case scrollTo(source: SourceID, y: Double, animated: Bool)
    /// Refresh a list.
    case refresh(source: SourceID)
    /// Replace everything shown by this, without animating (rule D5).
    case snapshot(Snapshot)
    /// A request was refused and changed nothing (rule T5).
    case refuse(Refusal)
  }

  /// The state that the directive sets, outside of a snapshot.
  public var setting: Setting? {
    switch self.action {
    case .animate(let setting, _): setting
    case .set(let setting): setting
    case .selectTab(let selection): selection.setting
    case .scrollTo, .refresh, .snapshot, .refuse: nil
    }
  }

  /// Whether a client that has reached `now` shows the end state at once, because the animation
  /// would be over already (rule D4); otherwise it plays the whole of it, from now.
  public func isOver(at now: Instant) -> Bool {
    guard let timeline = self.timeline else { return false }
    return self.at + timeline.duration < now
  }

  /// The animation that the directive plays, if any.
  public var timeline: Timeline? {
    switch self.action {
    case .animate(_, let timeline): timeline
    case .selectTab(let selection): selection.timeline
    case .set, .scrollTo, .refresh, .snapshot, .refuse: nil
    }
  }
}

/// A change of tabs (rules T4–T6).
public struct TabSelection: Hashable, Sendable {
  /// Who asked for it.
  public enum Origin: Hashable, Sendable, CaseIterable {
    /// A tap.
    case user
    /// The app or a backend.
    case programmatic
    /// A former session.
    case restore
  }

  /// The new selection.
  public var setting: Setting
  /// The tab selected before; nil at launch.
  public var from: Int?
  /// The tab selected now.
  public var to: Int
  /// Who asked for it.
  public var origin: Origin
  /// What the selected item plays; nil shows the end state at once.
  public var timeline: Timeline?

  public init(setting: Setting, from: Int?, to: Int, origin: Origin, timeline: Timeline?) {
    self.setting = setting
    self.from = from
    self.to = to
    self.origin = origin
    self.timeline = timeline
  }
}

/// A request that was refused.
public struct Refusal: Hashable, Sendable {
  /// What was asked for.
  public enum Request: Hashable, Sendable {
    /// Selecting a tab.
    case selectTab(index: Int)
    /// Something of the second floor.
    case floor(FloorCommand)
  }

  /// Why it was refused.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The item is not enabled.
    case disabled
    /// The second floor is already open, opening or closing (rule F8).
    case busy
    /// The second floor is not open.
    case notOpen
    /// The experience has no second floor.
    case absent
  }

  /// What was asked for.
  public var request: Request
  /// Why not.
  public var reason: Reason

  public init(request: Request, reason: Reason) {
    self.request = request
    self.reason = reason
  }
}
