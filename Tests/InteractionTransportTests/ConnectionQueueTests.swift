import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("New connections begin one after the other")
struct ConnectionQueueTests {
  private final class Begun {
    var numbers: [Int] = []
  }

  @Test("the first at once, the others in their order, each after a pause")
  func turns() {
    let loop = EmbeddedEventLoop()
    let queue = ConnectionQueue(loops: loop)
    let begun = Begun()
    func begin(_ number: Int) {
      queue.turn(on: loop).assumeIsolated().whenSuccess { begun.numbers.append(number) }
    }
    for number in 1 ... 3 { begin(number) }
    #expect(begun.numbers == [1])
    loop.run()
    #expect(begun.numbers == [1], "what is due at once comes before it")
    for expected in [[1, 2], [1, 2, 3], [1, 2, 3]] {
      loop.advanceTime(by: ConnectionTurn.pause)
      #expect(begun.numbers == expected)
    }
    begin(4)
    begin(5)
    #expect(begun.numbers == [1, 2, 3, 4])
    loop.advanceTime(by: ConnectionTurn.pause)
    #expect(begun.numbers == [1, 2, 3, 4, 5])
  }

  @Test("on a loop that it does not know they begin at once")
  func otherLoop() {
    let (loop, other) = (EmbeddedEventLoop(), EmbeddedEventLoop())
    let queue = ConnectionQueue(loops: loop)
    let begun = Begun()
    for number in 1 ... 3 {
      queue.turn(on: other).assumeIsolated().whenSuccess { begun.numbers.append(number) }
    }
    #expect(begun.numbers == [1, 2, 3])
  }
}
