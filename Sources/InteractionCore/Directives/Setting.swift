/// One piece of visible state with the number of times it has changed (rule D1).
///
/// A client keeps the newest setting of every ``Aspect``; a setting whose generation is not newer
/// than the one it has is old news.
public struct Setting: Hashable, Sendable {
  /// Counts the changes of this aspect, from 1.
  public var generation: UInt32
  /// The state as a whole, never a change of it.
  public var state: State

  public init(generation: UInt32, state: State) {
    self.generation = generation
    self.state = state
  }
}
