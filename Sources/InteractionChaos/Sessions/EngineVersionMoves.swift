/// The moves of sessions between engine versions.
public struct EngineVersionMoves: Hashable, Sendable {
  /// A move between two executables, by their numbers from 1.
  private struct Move: Hashable {
    var origin: Int
    var destination: Int
  }

  private var counts: [Move: Int] = [:]

  public init() {}

  /// Counts a session's moves.
  ///
  /// - Parameter programs: The executable that each of its connections reached, from 1, in order.
  public mutating func add(_ programs: [Int]) {
    for (origin, destination) in zip(programs, programs.dropFirst()) where origin != destination {
      self.counts[Move(origin: origin, destination: destination), default: 0] += 1
    }
  }

  /// The counts by direction, such as `12 from 1 to 2, 11 from 2 to 1`; empty for none.
  public var words: String {
    self.counts
      .sorted { ($0.key.origin, $0.key.destination) < ($1.key.origin, $1.key.destination) }
      .map { "\($0.value) from \($0.key.origin) to \($0.key.destination)" }
      .joined(separator: ", ")
  }
}
