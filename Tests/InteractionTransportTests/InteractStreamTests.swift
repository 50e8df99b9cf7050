import InteractionCore
import InteractionService
import InteractionStream
import InteractionWire
import NIOCore
import NIOEmbedded
import SwiftProtobuf
import Testing

@testable import InteractionTransport

@Suite("A call of Interact on the event loop of its connection, as its client sees it")
struct InteractStreamTests {
  private let client: HTTP2Client
  private var calls: StreamMap<any ConnectionCall> { self.client.connection.calls }

  init() throws {
    self.client = try .ofEngine()
  }

  @Test("it is answered at once")
  func answer() throws {
    try self.client.interact()
    let written = try self.client.written()
    #expect(written.words == ["headers"])
    #expect(written.headers == .responseHeaders)
  }

  @Test("an end of the request without a message ends it", arguments: [true, false])
  func empty(asTrailers: Bool) throws {
    try self.client.interact()
    _ = try self.client.written()
    if asTrailers {
      try self.client.send(Frames.frame(type: 1, flags: 5, stream: 1, payload: []))
    } else {
      try self.client.send([], isLast: true)
    }
    let written = try self.client.written()
    #expect(written.words == ["headers, end"])
    #expect(written.status != nil)
    #expect(self.calls.elements.isEmpty)
    #expect(self.client.isActive)
  }

  /// Opens a session, optionally with END_STREAM.
  private func open(endsRequest: Bool = true) throws {
    let request = Proto.Request.with {
      $0.open.level = 1
      $0.open.sessionID = "s-1"
      $0.open.experience = "home-refined"
      $0.open.surface = Surface.phone.proto
    }
    let message: [UInt8] = try request.serializedBytes()
    try self.client.send(
      [0, 0, 0, UInt8(message.count >> 8), UInt8(message.count & 255)] + message)
    if endsRequest { try self.client.send([], isLast: true) }
  }

  @Test("trailers leave with the last byte before them, also if the client has no more room")
  func trailersNeedNoRoom() throws {
    // A window so small that messages are sent in parts.
    try self.client.setInitialWindow(100)
    try self.client.interact()
    _ = try self.client.written()
    try self.open()
    #expect(try self.client.written().words == ["data"])
    let call = try #require(self.calls.elements.first as? InteractStream)
    let unsent = call.unsent.readableBytes
    try self.client.widen(1, by: unsent - 1)
    #expect(try self.client.written().words == ["data"])
    try self.client.widen(1, by: 1)
    #expect(try self.client.written().words == ["data", "headers, end"])
  }

  @Test(
    "a frame that does not fit is not begun, so that an end finds no half of one before it",
    arguments: [0, 1])
  func frameThatDoesNotFit(stream: UInt32) throws {
    try self.client.interact()
    _ = try self.client.written()
    let index = try #require(self.client.connection.state.calls.index(of: 1))
    self.client.connection.state.windows.send = 10
    if stream == 1 {
      self.client.connection.state.windows.send = 65_535
      self.client.connection.state.calls.elements[index].sendWindow = 10
    }
    try self.open()
    #expect(try self.client.written().words.isEmpty)
    try self.client.widen(stream, by: 10)
    #expect(try self.client.written().words.isEmpty)
    try self.client.widen(stream, by: 60_000)
    #expect(try self.client.written().words == ["data", "headers, end"])
  }

  @Test("a slow reader's frames are dropped for the reason that it ends with")
  func slowReader() throws {
    try self.client.interact()
    _ = try self.client.written()
    self.client.connection.state.windows.send = 10
    try self.open(endsRequest: false)
    let call = try #require(self.calls.elements.first as? InteractStream)
    #expect(try self.client.written().words.isEmpty)
    call.service.stream?.fail(StreamError(.slowConsumer, "read faster"))
    self.client.channel.embeddedEventLoop.run()
    let written = try self.client.written()
    #expect(written.words == ["headers, end"])
    #expect(written.status == "8")
  }
}
