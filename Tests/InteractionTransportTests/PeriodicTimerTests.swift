import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import InteractionTransport

@Suite("Loop clock")
struct PeriodicTimerTests {
  @Test("rings as soon as it says, until it is stopped")
  func rings() {
    let loop = EmbeddedEventLoop()
    let rings = Atomic(0)
    let clock = PeriodicTimer(on: loop) {
      let count = rings.add(1, ordering: .relaxed).newValue
      return count < 3 ? .milliseconds(500) : .milliseconds(50)
    }
    loop.run()
    #expect(rings.load(ordering: .relaxed) == 1)
    loop.advanceTime(by: .milliseconds(1_000))
    #expect(rings.load(ordering: .relaxed) == 3)
    loop.advanceTime(by: .milliseconds(100))
    #expect(rings.load(ordering: .relaxed) == 5)
    clock.stop()
    loop.advanceTime(by: .milliseconds(1_000))
    #expect(rings.load(ordering: .relaxed) == 5)
  }
}
