/// How a load goes.
package struct LoadProgress: Sendable {
  /// When it is over.
  package enum Goal: Hashable, Sendable {
    /// After so many seconds, but for the end of the last sessions.
    case seconds(Double)
    /// When so many sessions have ended.
    case sessions(Int)
  }

  /// The second that is over.
  package let row: LoadRow
  package let goal: Goal

  init(_ row: LoadSecond, second: Int, of goal: Goal) {
    self.row = LoadRow(row, second: second)
    self.goal = goal
  }
}
