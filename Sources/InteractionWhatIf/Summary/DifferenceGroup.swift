public import InteractionCore

/// The sessions whose first difference is of one kind.
public struct DifferenceGroup: Hashable, Sendable {
  /// The first difference in words.
  public var text: String
  /// The number of sessions.
  public var sessions = 0
  /// The index of the recording that comes first among the files, for the films.
  public var example: Int
  /// The time of its first difference since the opening.
  public var time: TimeSpan

  mutating func add(_ other: DifferenceGroup) {
    self.sessions += other.sessions
    guard other.example < self.example else { return }
    self.example = other.example
    self.time = other.time
  }
}
