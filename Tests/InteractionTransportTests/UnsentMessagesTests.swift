import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Messages of a response that wait for room")
struct UnsentMessagesTests {
  @Test("they leave in order, in parts of any length, each with its prefix", arguments: 1 ... 30)
  func parts(length: Int) {
    var unsent = UnsentMessages()
    var expected: [UInt8] = []
    for (index, count) in [3, 0, 300, 1].enumerated() {
      let bytes = message(of: count, UInt8(index))
      unsent.append(Array(bytes.dropFirst(5)))
      expected += bytes
    }
    var taken: [UInt8] = []
    while unsent.count > 0 {
      #expect(unsent.count == expected.count - taken.count)
      let part = unsent.take(length).readableBytesView
      #expect(part.count == min(length, expected.count - taken.count))
      guard !part.isEmpty else { return }
      taken += part
    }
    #expect(taken == expected)
  }

  @Test("one may come behind another of which a part has left")
  func appending() {
    var unsent = UnsentMessages()
    unsent.append([1, 1, 1])
    #expect(Array(unsent.take(6).readableBytesView) == [0, 0, 0, 0, 3, 1])
    unsent.append([2])
    #expect(unsent.count == 8)
    #expect(Array(unsent.take(100).readableBytesView) == [1, 1, 0, 0, 0, 0, 1, 2])
    #expect(unsent.count == 0)
  }
}
