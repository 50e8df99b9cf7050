import Allocations

/// The mean cost of an event or frame.
public struct Cost {
  private static let rounds = 7

  var nanoseconds: Double
  var allocations: Double

  /// Measures the best of several rounds, since disturbances only add to the cost.
  ///
  /// - Parameter number: The number of events or frames in a round.
  public init(ofEachOf number: Int, _ round: () -> Void) {
    var best = Duration.seconds(1_000)
    var allocations = UInt64.max
    for _ in 0 ..< Self.rounds {
      let before = allocation_count()
      let start = ContinuousClock.now
      round()
      best = min(best, ContinuousClock.now - start)
      allocations = min(allocations, allocation_count() - before)
    }
    self.nanoseconds = best / .nanoseconds(1) / Double(number)
    self.allocations = Double(allocations) / Double(number)
  }

  /// Returns a line of the table that `scripts/benchmark/run` shows, tab-separated.
  public func line(_ name: String, atMost budget: Budget, outcome: String) -> String {
    let cells = [
      self.nanoseconds, Double(budget.nanoseconds), Double(budget.instructions),
      self.allocations, budget.allocations,
    ]
    return ([name] + cells.map { "\($0)" } + [outcome]).joined(separator: "\t")
  }
}
