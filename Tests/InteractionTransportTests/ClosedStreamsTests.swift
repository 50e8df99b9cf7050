import Testing

@testable import InteractionTransport

@Suite("Streams that closed last")
struct ClosedStreamsTests {
  typealias End = ClosedStreams.End

  private static let all: [End] = [.endOfRequest, .reset, .endOfAnswer, .serverReset]

  private static func closed(_ end: End?) -> ClosedStreams {
    var closed = ClosedStreams(limit: 9)
    if let end { closed.close(1, by: end) }
    return closed
  }

  @Test("a stream is remembered by how it closed; one that never closed is not", arguments: all)
  func ends(end: End) {
    let closed = Self.closed(end)
    #expect(closed[1] == end && closed[3] == nil)
    #expect(closed.owed == (end == .endOfAnswer ? 1 : 0))
  }

  @Test("beyond the limit the stream that closed first is forgotten, also one that closed twice")
  func limit() {
    var closed = ClosedStreams(limit: 2)
    closed.close(5, by: .serverReset)
    closed.close(3, by: .reset)
    closed.close(5, by: .endOfRequest)
    closed.close(1, by: .reset)
    #expect(closed[5] == nil && closed[3] == .reset && closed[1] == .reset)
    closed.close(7, by: .reset)
    #expect(closed[3] == nil && closed[1] == .reset && closed[7] == .reset)
  }

  @Test("a RST_STREAM is owed of what is remembered, by how that closed last")
  func owed() {
    var closed = Self.closed(.endOfAnswer)
    closed.close(1, by: .endOfAnswer)
    closed.close(3, by: .endOfAnswer)
    #expect(closed.owed == 2)
    closed.close(3, by: .reset)
    #expect(closed.owed == 1)
    closed.close(1, by: .serverReset)
    #expect(closed.owed == 0)
    var small = ClosedStreams(limit: 1)
    // A stream with an owed RST_STREAM is not evicted; sending it frees the entry.
    for stream in [1, 3] as [UInt32] { small.close(stream, by: .endOfAnswer) }
    #expect(small.owed == 2)
    let isPaid = small.payReset(of: 1)
    #expect(isPaid)
    small.close(5, by: .reset)
    #expect(small[1] == nil && small[3] == .endOfAnswer && small.owed == 1)
  }

  @Test(
    "the RST_STREAM that is owed is paid once",
    arguments: [
      (nil, [false, false]), (.endOfRequest, [false, false]), (.reset, [false, false]),
      (.endOfAnswer, [true, false]), (.serverReset, [false, false]),
    ] as [(End?, [Bool])])
  func pay(end: End?, expected: [Bool]) {
    var closed = Self.closed(end)
    let paid = [closed.payReset(of: 1), closed.payReset(of: 1)]
    #expect(paid == expected)
    #expect(closed.owed == 0)
    #expect(closed[1] == (end == .endOfAnswer ? .serverReset : end))
  }

  @Test("the end of a request closes what was answered before, and changes nothing else")
  func endRequest() {
    for end in Self.all {
      for last in [End.endOfRequest, .reset] {
        var closed = Self.closed(end)
        closed.endRequest(of: 1, by: last)
        closed.endRequest(of: 3, by: last)
        #expect(closed[1] == (end == .endOfAnswer ? last : end) && closed[3] == nil)
        #expect(closed.owed == 0)
      }
    }
  }

  @Test(
    "a frame is an error after the client's last one, and is answered once",
    arguments: [
      (nil, [false, false]), (.endOfRequest, [true, false]), (.reset, [true, false]),
      (.endOfAnswer, [false, false]), (.serverReset, [false, false]),
    ] as [(End?, [Bool])])
  func rejects(end: End?, expected: [Bool]) {
    var closed = Self.closed(end)
    let found = [closed.rejects(1), closed.rejects(1)]
    #expect(found == expected)
    #expect(closed[1] == (expected[0] ? .serverReset : end))
  }
}
