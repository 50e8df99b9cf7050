/// The progress of a load.
package struct LoadProgress: Sendable {
  /// The condition that ends a load.
  package enum EndCondition: Hashable, Sendable {
    /// Seconds elapsed; the last sessions may take longer.
    case seconds(Double)
    /// Sessions ended.
    case sessions(Int)
  }

  /// The second that has ended.
  package let row: LoadSecondReport
  package let goal: EndCondition

  init(_ row: LoadSecond, second: Int, of goal: EndCondition) {
    self.row = LoadSecondReport(row, second: second)
    self.goal = goal
  }
}
