public import InteractionCore

/// What a client shows of a tap at once, before the engine has heard of it (rule T14).
public struct TapReaction: Hashable, Sendable {
  /// How every item looks now, in order: the tapped one selected, the others not. Their `reacts`
  /// holds for the engine's newest selection.
  public var items: [SelectionState.Item]
  /// What plays meanwhile; nil where the item plays nothing.
  public var timeline: Timeline?

  public init(items: [SelectionState.Item], timeline: Timeline?) {
    self.items = items
    self.timeline = timeline
  }
}
