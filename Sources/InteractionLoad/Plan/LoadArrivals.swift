import Foundation

/// The arrival process of sessions.
struct LoadArrivals {
  /// The maximum number of sessions that begin in one turn of the event loop, which has other work,
  /// too.
  private static let maximumPerTurn = 20

  private let plan: LoadPlan
  private let parts: Double
  /// The time of the next arrival, nanoseconds; nil before the first.
  private var next: Double?

  init(_ plan: LoadPlan, parts: Int) {
    self.plan = plan
    self.parts = Double(parts)
  }

  /// Returns the number of sessions that begin now.
  mutating func due(
    at time: UInt64, active: Int, using random: inout some RandomNumberGenerator
  ) -> Int {
    let level = self.plan.level(at: time) / self.parts
    switch self.plan.shape {
    case .closed:
      return min(max(Int(level.rounded()) - active, 0), Self.maximumPerTurn)
    case .open(let isPoisson):
      var count = 0
      var next = self.next ?? Double(time)
      while next <= Double(time), level > 0 {
        count += 1
        let share = isPoisson ? -log(1 - Double.random(in: 0 ..< 1, using: &random)) : 1
        next += 1e9 / level * share
      }
      self.next = level > 0 ? next : nil
      return count
    }
  }
}
