import Testing

@testable import InteractionTransport

@Suite("Streams that closed last")
struct ClosedStreamsTests {
  typealias End = ClosedStreams.CloseCause

  private static let all: [End] = [.endStreamReceived, .resetReceived, .endStreamSent, .resetSent]

  private static func closed(_ end: End?) -> ClosedStreams {
    var closed = ClosedStreams(limit: 9)
    if let end { closed.close(1, by: end) }
    return closed
  }

  @Test("a stream is remembered by how it closed; one that never closed is not", arguments: all)
  func ends(end: End) {
    let closed = Self.closed(end)
    #expect(closed[1] == end && closed[3] == nil)
    #expect(closed.owedResets == (end == .endStreamSent ? 1 : 0))
  }

  @Test("beyond the limit the stream that closed first is forgotten, also one that closed twice")
  func limit() {
    var closed = ClosedStreams(limit: 2)
    closed.close(5, by: .resetSent)
    closed.close(3, by: .resetReceived)
    closed.close(5, by: .endStreamReceived)
    closed.close(1, by: .resetReceived)
    #expect(closed[5] == nil && closed[3] == .resetReceived && closed[1] == .resetReceived)
    closed.close(7, by: .resetReceived)
    #expect(closed[3] == nil && closed[1] == .resetReceived && closed[7] == .resetReceived)
  }

  @Test("a RST_STREAM is owed of what is remembered, by how that closed last")
  func owed() {
    var closed = Self.closed(.endStreamSent)
    closed.close(1, by: .endStreamSent)
    closed.close(3, by: .endStreamSent)
    #expect(closed.owedResets == 2)
    closed.close(3, by: .resetReceived)
    #expect(closed.owedResets == 1)
    closed.close(1, by: .resetSent)
    #expect(closed.owedResets == 0)
    var small = ClosedStreams(limit: 1)
    // A stream with an owed RST_STREAM is not evicted; sending it frees the entry.
    for stream in [1, 3] as [UInt32] { small.close(stream, by: .endStreamSent) }
    #expect(small.owedResets == 2)
    let isPaid = small.resetSent(of: 1)
    #expect(isPaid)
    small.close(5, by: .resetReceived)
    #expect(small[1] == nil && small[3] == .endStreamSent && small.owedResets == 1)
  }

  @Test(
    "the RST_STREAM that is owed is paid once",
    arguments: [
      (nil, [false, false]), (.endStreamReceived, [false, false]),
      (.resetReceived, [false, false]),
      (.endStreamSent, [true, false]), (.resetSent, [false, false]),
    ] as [(End?, [Bool])])
  func pay(end: End?, expected: [Bool]) {
    var closed = Self.closed(end)
    let paid = [closed.resetSent(of: 1), closed.resetSent(of: 1)]
    #expect(paid == expected)
    #expect(closed.owedResets == 0)
    #expect(closed[1] == (end == .endStreamSent ? .resetSent : end))
  }

  @Test("the end of a request closes what was answered before, and changes nothing else")
  func endRequest() {
    for end in Self.all {
      for last in [End.endStreamReceived, .resetReceived] {
        var closed = Self.closed(end)
        closed.endRequest(of: 1, by: last)
        closed.endRequest(of: 3, by: last)
        #expect(closed[1] == (end == .endStreamSent ? last : end) && closed[3] == nil)
        #expect(closed.owedResets == 0)
      }
    }
  }

  @Test(
    "a frame is an error after the client's last one, and is answered once",
    arguments: [
      (nil, [false, false]), (.endStreamReceived, [true, false]), (.resetReceived, [true, false]),
      (.endStreamSent, [false, false]), (.resetSent, [false, false]),
    ] as [(End?, [Bool])])
  func rejects(end: End?, expected: [Bool]) {
    var closed = Self.closed(end)
    let found = [closed.rejects(1), closed.rejects(1)]
    #expect(found == expected)
    #expect(closed[1] == (expected[0] ? .resetSent : end))
  }
}
