import Testing

@testable import InteractionLoad

@Suite("Coming back after a call was lost")
struct LoadReconnectTests {
  @Test("Attempts to open a session for the first time are no losses, and begin no gap")
  func openings() {
    var comeback = LoadReconnect()
    for time in 1 ... 3 as ClosedRange<UInt64> {
      let isLoss = comeback.fail(at: time, wasOpen: false)
      #expect(!isLoss)
      #expect(comeback.lostAt == 1)
      #expect(comeback.failures == Int(time))
    }
    comeback.opened(at: 9)
    #expect(comeback.lostAt == nil)
    #expect(comeback.failures == 0)
    #expect(comeback.resumedAt == 9)
  }

  @Test("A call that was open is lost once, however many attempts fail after it")
  func losses() {
    var comeback = LoadReconnect()
    comeback.opened(at: 1)
    var losses = [20, 30].map { comeback.fail(at: $0, wasOpen: true) }
    #expect(losses == [true, false])
    #expect(comeback.lostAt == 20)
    comeback.opened(at: 40)
    losses = [comeback.fail(at: 50, wasOpen: true)]
    #expect(losses == [true])
    #expect(comeback.lostAt == 50)
  }
}
