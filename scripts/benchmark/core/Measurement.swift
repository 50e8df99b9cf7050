import Measuring

extension Workload {
  private static let events = 100_000

  /// What one event costs, and how many directives came of each.
  func measured() -> (cost: Cost, directives: Double) {
    var feeder = Feeder(self)
    feeder.feed(10_000)
    var directives = 0
    let cost = Cost(ofEachOf: Self.events) { directives = feeder.feed(Self.events) }
    return (cost, Double(directives) / Double(Self.events))
  }
}
