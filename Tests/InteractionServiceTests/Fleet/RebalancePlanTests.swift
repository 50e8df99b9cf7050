import InteractionCore
import InteractionFleet
import Testing

@testable import InteractionService

@Suite("Move plan")
struct RebalancePlanTests {
  private func second(_ second: Int64) -> Instant { Instant(microseconds: second * 1_000_000) }

  @Test("looks once for each list, after it has stayed the same")
  func settles() {
    var plan = RebalancePlan(settlingTime: .seconds(15))
    #expect(plan.due == nil)
    let ring = HashRing(["a", "b"])
    plan.follow(ring, at: self.second(0))
    #expect(plan.due == self.second(15))
    #expect(plan.ring(at: self.second(14)) == nil)
    // The same members, one of which has restarted.
    plan.follow(ring, at: self.second(5))
    #expect(plan.due == self.second(20))
    plan.follow(HashRing(["a", "b", "c"]), at: self.second(10))
    #expect(plan.ring(at: self.second(20)) == nil)
    #expect(plan.ring(at: self.second(25))?.engines == ["a", "b", "c"])
    #expect(plan.due == nil)
    #expect(plan.ring(at: self.second(40)) == nil)
  }

  @Test("looks again for sessions that there was no room for, unless the list has changed")
  func looksAgain() {
    var plan = RebalancePlan(settlingTime: .seconds(15))
    let ring = HashRing(["a", "b"])
    plan.follow(ring, at: self.second(0))
    #expect(plan.ring(at: self.second(15)) == ring)
    plan.retry(by: ring, at: self.second(20))
    #expect(plan.ring(at: self.second(20)) == ring)
    let newer = HashRing(["a"])
    plan.follow(newer, at: self.second(21))
    plan.retry(by: ring, at: self.second(25))
    #expect(plan.due == self.second(36))
    #expect(plan.ring(at: self.second(36)) == newer)
  }
}
