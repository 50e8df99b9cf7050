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
    /// The command that a backend gave under this name.
    case command(id: String)
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
    /// Scroll a carousel to one of its items, centred (rule C1); `x` is the offset that does that.
    case scrollToItem(source: SourceID, item: Int, x: Double, animated: Bool)
    /// Refresh a list.
    case refresh(source: SourceID)
    /// Show another page (rules N1–N5).
    case navigate(Navigation)
    /// Show the menu of a tab (rule T9).
    case presentMenu(Setting)
    /// Ask the user to sign in, for a tab that waits for it (rule T7).
    case requestLogin(Setting, tab: Int)
    /// Play or stop an animation file (rule T8).
    case media(Media)
    /// Let the device be felt (rule T8).
    case haptic(Haptic)
    /// Play a sound file (rule T8).
    case sound(String)
    /// Do what a tab does instead of being selected (rule T7).
    case perform(ItemAction, tab: Int)
    /// Replace everything shown by this, without animating (rule D5).
    case snapshot(Snapshot)
    /// A request was refused and changed nothing (rule T5).
    case refuse(Refusal)
  }

  /// The state that the directive sets, outside of a snapshot.
  public var settings: [Setting] {
    switch self.action {
    case .animate(let setting, _): setting.map { [$0] } ?? []
    case .set(let setting), .presentMenu(let setting), .requestLogin(let setting, _): [setting]
    case .selectTab(let selection): [selection.setting] + (selection.transition.map { [$0] } ?? [])
    case .navigate(let navigation): [navigation.setting]
    case .scrollTo, .scrollToItem, .refresh, .media, .haptic, .sound, .perform, .snapshot, .refuse:
      []
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
    get {
      switch self.action {
      case .animate(_, let timeline): timeline
      case .selectTab(let selection): selection.timeline
      case .navigate(let navigation): navigation.timeline
      case .set, .scrollTo, .scrollToItem, .refresh, .presentMenu, .requestLogin, .media, .haptic,
        .sound, .perform, .snapshot, .refuse:
        nil
      }
    }
    set {
      guard let newValue else { return }
      switch self.action {
      case .animate(let setting, _):
        self.action = .animate(setting: setting, timeline: newValue)
      case .selectTab(var selection):
        selection.timeline = newValue
        self.action = .selectTab(selection)
      case .navigate(var navigation):
        navigation.timeline = newValue
        self.action = .navigate(navigation)
      case .set, .scrollTo, .scrollToItem, .refresh, .presentMenu, .requestLogin, .media, .haptic,
        .sound, .perform, .snapshot, .refuse:
        break
      }
    }
  }

  /// What the directive shows `time` after its start (rule M4); nothing if it does not animate.
  public func sample(at time: TimeSpan) -> [Timeline.Sample] {
    self.timeline?.sample(at: time) ?? []
  }
}
