public import InteractionCore

/// The immediate reaction to a tap, before the engine's decision (rule T14).
public struct TapReaction: Hashable, Sendable {
  /// The look of every item, in order: the tapped one selected, the others not. `reacts` is from
  /// the engine's newest selection.
  public var items: [SelectionState.Item]
  /// The timeline to play; nil for none.
  public var timeline: Timeline?

  public init(items: [SelectionState.Item], timeline: Timeline?) {
    self.items = items
    self.timeline = timeline
  }
}
