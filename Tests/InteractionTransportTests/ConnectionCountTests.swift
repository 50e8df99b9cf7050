import Synchronization
import Testing

@testable import InteractionTransport

@Suite("Connections are counted")
struct ConnectionCountTests {
  private func count(_ connections: Int) -> ConnectionCount { ConnectionCount(limit: connections) }

  @Test("one too many is refused until another one goes")
  func limit() {
    let count = self.count(2)
    #expect(count.admit())
    #expect(count.admit())
    #expect(!count.admit())
    // The refused connection closes, then another one.
    count.release()
    count.release()
    #expect(count.admit())
    #expect(!count.admit())
  }

  @Test("refused connections count until they are closed, and only so many are taken on")
  func refused() {
    let count = self.count(1)
    #expect(count.room == 1 + ConnectionCount.spare)
    for _ in 0 ... ConnectionCount.spare { _ = count.admit() }
    #expect(count.room == 0)
    count.release()
    #expect(count.room == 1)
  }

  @Test("none is accepted while the engine is short of memory")
  func memory() {
    let isShort = Mutex(false)
    let count = ConnectionCount(limit: 2) { !isShort.withLock { $0 } }
    #expect(count.admit() == true)
    isShort.withLock { $0 = true }
    #expect(count.admit() == false)
    count.release()
    isShort.withLock { $0 = false }
    #expect(count.admit() == true)
  }
}
