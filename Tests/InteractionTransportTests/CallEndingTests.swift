import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("A call that is answered before its request is whole is reset (RFC 9113 §8.1)")
struct CallEndingTests {
  private func wait(_ client: HTTP2Client, _ milliseconds: Int64) {
    client.channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
  }

  @Test("at once, and not if the request has ended before the answer")
  func atOnce() throws {
    let client = try HTTP2Client()
    try client.send(Frames.call(1), Frames.call(3, flags: 5))
    for stream in [1, 3] as [UInt32] { client.recording(stream)?.end() }
    let answer = try client.written()
    #expect(answer.failures == [.stream(1, .noError)])
    #expect(answer.kinds == [1, 1])
    self.wait(client, 9_999)
    #expect(try client.failures() == [])
  }

  @Test("a second after its answer, if the client has time for the end of its request")
  func later() throws {
    let client = try HTTP2Client()
    try client.send(Frames.call(1), Frames.call(3, flags: 5))
    for stream in [1, 3] as [UInt32] { client.recording(stream)?.end(isPatient: true) }
    let answer = try client.written()
    #expect(answer.failures == [])
    #expect(answer.kinds == [1, 1])
    self.wait(client, 999)
    #expect(try client.failures() == [])
    self.wait(client, 1)
    #expect(try client.failures() == [.stream(1, .noError)])
    self.wait(client, 9_999)
    #expect(try client.failures() == [])
  }

  @Test(
    "not if the client ends its request within that second",
    arguments: [
      Frames.frame(type: 0, flags: 1, stream: 1, payload: [7]), Frames.reset(1),
      Frames.frame(type: 1, flags: 5, stream: 1, payload: []),
    ])
  func ended(last: ByteBuffer) throws {
    let client = try HTTP2Client()
    try client.send(Frames.call(1))
    client.recording(1)?.end(isPatient: true)
    try client.send(last)
    self.wait(client, 9_999)
    #expect(try client.failures() == [])
  }

  @Test("once, however many calls close meanwhile")
  func manyCalls() throws {
    var limits = ConnectionLimits()
    limits.concurrentStreams = 2
    let client = try HTTP2Client(limits)
    try client.send(Frames.call(1))
    client.recording(1)?.end(isPatient: true)
    for number in 1 ..< UInt32(6) {
      let stream = 2 * number + 1
      try client.send(Frames.call(stream, flags: 5))
      client.recording(stream)?.end()
    }
    self.wait(client, 1_000)
    #expect(try client.failures() == [.stream(1, .noError)])
  }

  @Test("nothing is written once the connection is gone")
  func gone() throws {
    let client = try HTTP2Client()
    try client.send(Frames.call(1))
    client.recording(1)?.end(isPatient: true)
    try client.channel.close().wait()
    _ = try client.failures()
    self.wait(client, 1_000)
    #expect(try client.failures() == [])
  }
}
