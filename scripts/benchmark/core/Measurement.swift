import Allocations
import InteractionCore

/// What one event cost.
struct Cost {
  var nanoseconds: Double
  var allocations: Double
  var directives: Double
}

extension Workload {
  private static let events = 100_000
  private static let rounds = 7

  /// What one event costs: the best of several rounds, since whatever disturbs a round only ever
  /// adds to it.
  func measured() -> Cost {
    var feeder = Feeder(self)
    feeder.feed(10_000)
    var best = Duration.seconds(1_000)
    var allocations = UInt64.max
    var directives = 0
    for _ in 0 ..< Self.rounds {
      let before = allocation_count()
      let start = ContinuousClock.now
      directives = feeder.feed(Self.events)
      best = min(best, ContinuousClock.now - start)
      allocations = min(allocations, allocation_count() - before)
    }
    let events = Double(Self.events)
    return Cost(
      nanoseconds: best / .nanoseconds(1) / events,
      allocations: Double(allocations) / events, directives: Double(directives) / events)
  }
}
