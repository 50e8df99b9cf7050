import Measuring

extension Workload {
  private static let events = 100_000

  /// Returns the cost of an event, and the number of directives per event.
  func measured() -> (cost: Cost, directives: Double) {
    var feeder = Feeder(self)
    feeder.feed(10_000)
    var directives = 0
    let cost = Cost(ofEachOf: Self.events) { directives = feeder.feed(Self.events) }
    return (cost, Double(directives) / Double(Self.events))
  }
}
