/// One aspect of the visible state with its generation (rule D1).
///
/// A client keeps the newest setting of every ``Aspect`` and must ignore a setting whose generation
/// is not newer than the one it has.
public struct Setting: Hashable, Sendable {
  /// The generation of this aspect, from 1; increased by every change.
  public var generation: UInt32
  /// The complete state, never a delta.
  public var state: State

  public init(generation: UInt32, state: State) {
    self.generation = generation
    self.state = state
  }
}
