/// The progress of a load.
package struct LoadProgress: Sendable {
  /// The condition that ends a load.
  package enum Goal: Hashable, Sendable {
    /// Seconds elapsed; the last sessions may take longer.
    case seconds(Double)
    /// Sessions ended.
    case sessions(Int)
  }

  /// The second that has ended.
  package let row: LoadRow
  package let goal: Goal

  init(_ row: LoadSecond, second: Int, of goal: Goal) {
    self.row = LoadRow(row, second: second)
    self.goal = goal
  }
}
