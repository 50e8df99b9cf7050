/// A message from the engine to the client: settings, an animation and effects (rules D1–D5).
///
/// A client stores the settings, plays the timeline and carries out the effects, in this order.
/// Applying a directive is idempotent: a setting carries a generation (see ``Setting``), and
/// effects apply only if the directive is newer than the last one applied.
public struct Directive: Hashable, Sendable {
  /// The sequence number within the session, from 1.
  public var sequence: UInt64
  /// The event, deadline or command that caused the directive.
  public var cause: Cause
  /// The session time of the cause.
  public var at: Instant
  /// A Boolean value that indicates whether ``settings`` are a complete snapshot: they replace the
  /// client's settings, and nothing animates (rule D5).
  public var replacesAll: Bool
  /// The new state; with a timeline, the state at its end.
  public var settings: [Setting]
  /// The animation; nil if the settings apply without one.
  public var timeline: Timeline?
  /// The one-time effects.
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

  /// The cause of a directive.
  public enum Cause: Hashable, Sendable {
    /// The event with this sequence number; 0 for the session's opening.
    case event(sequence: UInt64)
    /// The deadline with this name, such as `settle/home`.
    case deadline(name: String)
    /// A backend's command with this ID.
    case command(id: String)
    /// A cause that this client's version does not know.
    case unknown
  }

  /// The selection among ``settings``, if any.
  public var selection: SelectionState? {
    for setting in self.settings {
      if case .selection(let selection) = setting.state { return selection }
    }
    return nil
  }

  /// Returns whether the animation would have ended before `now`, so that a client shows its end
  /// state at once (rule D4); otherwise the client plays the whole animation from now on. An
  /// endless animation never ends.
  public func hasEnded(by now: Instant) -> Bool {
    guard let timeline = self.timeline, !timeline.isEndless else { return false }
    return self.at + timeline.duration < now
  }

  /// Returns the values that the animation shows `time` after its start (rule M4); empty without
  /// one.
  public func sample(at time: TimeSpan) -> [Timeline.Sample] {
    self.timeline?.sample(at: time) ?? []
  }
}
