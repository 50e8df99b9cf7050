import Testing

@testable import InteractionFleet

@Suite("Lease")
struct LeaseTests {
  private let start = ContinuousClock.now

  @Test("an engine that runs acts on, whether the store answers or not")
  func inTime() {
    var lease = Lease(seconds: 10)
    #expect(lease.ownershipDeadline == nil)
    for second in stride(from: 0, to: 60, by: 2) {
      #expect(lease.checkDeadline(at: self.start + .seconds(second)) == .inTime)
    }
    #expect(lease.ownershipDeadline == self.start + .seconds(58 + 8))
  }

  @Test("an engine that was frozen learns how late it is, once")
  func frozen() {
    var lease = Lease(seconds: 10)
    _ = lease.checkDeadline(at: self.start)
    #expect(lease.checkDeadline(at: self.start + .seconds(40)) == .late(by: .seconds(32)))
    #expect(lease.checkDeadline(at: self.start + .seconds(42)) == .inTime)
  }

  @Test("a lease that the store has let go is none")
  func gone() {
    var lease = Lease(seconds: 10)
    lease.grant(id: 7, seconds: 12)
    #expect(lease.id == 7)
    #expect(lease.interval == .seconds(3))
    lease.renew(seconds: 12)
    #expect(lease.phase == .held(id: 7))
    lease.renew(seconds: 0)
    #expect(lease.id == nil)
  }
}
