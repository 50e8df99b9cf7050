import Allocations

/// What one of many events or frames cost.
public struct Cost {
  private static let rounds = 7

  var nanoseconds: Double
  var allocations: Double

  /// The best of several rounds of so many, since whatever disturbs a round only ever adds to it.
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

  /// A line of the table that `scripts/benchmark/run` shows, its cells parted by tabs.
  public func line(_ name: String, atMost budget: Budget, outcome: String) -> String {
    let cells = [
      self.nanoseconds, Double(budget.nanoseconds), Double(budget.instructions),
      self.allocations, budget.allocations,
    ]
    return ([name] + cells.map { "\($0)" } + [outcome]).joined(separator: "\t")
  }
}
