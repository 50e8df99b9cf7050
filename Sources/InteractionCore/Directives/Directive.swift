/// One order to the client: settings, an animation and effects (rules D1–D5).
///
/// All directives have this one shape. A client keeps the settings, plays the timeline and carries
/// out the effects, in this order. Applying a directive twice, or after a newer one, changes
/// nothing: a setting carries a generation (see ``Setting``), and an effect counts only in a
/// directive that is newer than the last one applied.
public struct Directive: Hashable, Sendable {
  /// Session-wide number, from 1.
  public var sequence: UInt64
  /// Why it was sent.
  public var cause: Cause
  /// The session time of the cause.
  public var at: Instant
  /// Whether ``settings`` are everything there is to show: they replace what the client has, and
  /// nothing animates (rule D5).
  public var replacesAll: Bool
  /// State that holds from now on: where a timeline plays, from its end.
  public var settings: [Setting]
  /// What plays; nil if the settings show at once.
  public var timeline: Timeline?
  /// What happens once, besides.
  public var effects: [Effect]

  public init(
    sequence: UInt64, cause: Cause, at: Instant, replacesAll: Bool = false,
    settings: [Setting] = [], timeline: Timeline? = nil, effects: [Effect] = []
  ) {
    self.sequence = sequence
    self.cause = cause
    self.at = at
    self.replacesAll = replacesAll
    self.settings = settings
    self.timeline = timeline
    self.effects = effects
  }

  /// Why a directive was sent.
  public enum Cause: Hashable, Sendable {
    /// The event of this number; 0 for the session's opening.
    case event(sequence: UInt64)
    /// The deadline of this name, such as `settle/home`.
    case deadline(name: String)
    /// The command that a backend gave under this name.
    case command(id: String)
    /// A cause of a kind that this client does not know.
    case unknown
  }

  /// The selection that the directive sets, if it sets one.
  public var selection: SelectionState? {
    for setting in self.settings {
      if case .selection(let selection) = setting.state { return selection }
    }
    return nil
  }

  /// Whether a client that has reached `now` shows the end state at once, because the animation
  /// would be over already (rule D4); otherwise it plays the whole of it, from now. One that goes
  /// on for ever is never over.
  public func isOver(at now: Instant) -> Bool {
    guard let timeline = self.timeline, !timeline.isEndless else { return false }
    return self.at + timeline.duration < now
  }

  /// What the directive shows `time` after its start (rule M4); nothing if it does not animate.
  public func sample(at time: TimeSpan) -> [Timeline.Sample] {
    self.timeline?.sample(at: time) ?? []
  }
}
