import InteractionService
import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("Ends of Interact, as its client sees them")
struct InteractEndTests {
  private let client: HTTP2Client
  private var calls: StreamMap<any ConnectionCall> { self.client.connection.calls }

  init() throws {
    self.client = try .ofEngine()
  }

  @Test(
    "a message that is none ends it with an error, for both sides",
    arguments: [
      // Invalid protobuf, a compressed message, and one of 4 GiB.
      ([0, 0, 0, 0, 2, 0xFF, 0xFF], "3"), ([1, 0, 0, 0, 1, 7], "13"),
      ([0, 0xFF, 0xFF, 0xFF, 0xFF, 7], "8"),
    ] as [([UInt8], String)])
  func wrong(bytes: [UInt8], status: String) throws {
    try self.client.interact()
    _ = try self.client.written()
    try self.client.send(bytes)
    let written = try self.client.written()
    #expect(written.words.suffix(1) == ["headers, end"])
    #expect(written.status == status)
    #expect(self.calls.elements.isEmpty)
    // DATA in flight is discarded, and the client's END_STREAM replaces RST_STREAM.
    try self.client.send([7], isLast: true)
    self.client.channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(try self.client.written().words.isEmpty)
    #expect(self.client.isActive)
  }

  @Test("a request that ends in the middle of a message is an error", arguments: [3, 6])
  func cutMessage(count: Int) throws {
    try self.client.interact()
    _ = try self.client.written()
    try self.client.send(Array([UInt8]([0, 0, 0, 0, 2, 7]).prefix(count)), isLast: true)
    let written = try self.client.written()
    #expect(written.words == ["headers, end"])
    #expect(written.status == "13")
    #expect(written.message?.contains("inside a message") == true)
  }

  @Test("a message in small fragments ends it, and nothing else; what it held is free again")
  func fragments() throws {
    try self.client.interact()
    try self.client.interact(3)
    _ = try self.client.written()
    try self.client.send([0, 0, 0, 16, 0] + Array(repeating: 7, count: 1_024))
    for _ in 0 ..< 16 { try self.client.send([7]) }
    #expect(try self.client.written().words == [])
    try self.client.send([7])
    #expect(try self.client.written().words == ["reset 11"])
    #expect(self.calls.elements.count == 1)
    #expect(self.client.connection.admit(unfinished: ConnectionLimits().incompleteBytes))
  }

  @Test("the client's RST_STREAM ends it, and is not answered")
  func reset() throws {
    try self.client.interact()
    _ = try self.client.written()
    try self.client.reset()
    #expect(try self.client.written().words.isEmpty)
    #expect(self.calls.elements.isEmpty)
  }

  @Test("after its deadline it ends with DEADLINE_EXCEEDED")
  func deadline() throws {
    try self.client.interact(timeout: "2S")
    _ = try self.client.written()
    self.client.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try self.client.written().words.isEmpty)
    self.client.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_050))
    let written = try self.client.written()
    #expect(written.words == ["headers, end"])
    #expect(written.status == "4")
    // An immediate RST_STREAM would make some clients discard the trailers.
    self.client.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_100))
    #expect(try self.client.written().words == ["reset 0"])
  }

  @Test("a request that its client ends or resets is not reset", arguments: [0, 1, 3] as [UInt8])
  func requestEndsLater(kind: UInt8) throws {
    try self.client.interact(timeout: "1S")
    self.client.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_050))
    #expect(try self.client.written().words.suffix(1) == ["headers, end"])
    try self.client.send(
      kind == 3
        ? Frames.reset(1)
        : Frames.frame(type: kind, flags: 5, stream: 1, payload: []))
    self.client.channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(try self.client.written().words.isEmpty)
    #expect(self.client.isActive)
  }
}
