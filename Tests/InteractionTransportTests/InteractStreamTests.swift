import InteractionCore
import InteractionService
import InteractionWire
import Logging
import NIOCore
import NIOEmbedded
import NIOHPACK
import SwiftProtobuf
import Testing

@testable import InteractionTransport

@Suite("A call of Interact on the event loop of its connection, as its client sees it")
struct InteractStreamTests {
  private let connection: ConnectionHandler
  private let channel: EmbeddedChannel

  init() throws {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    self.connection = ConnectionHandler(
      services: ConnectionServices(interact: { InteractStream.begin($0, on: $1, of: $2, engine) }))
    self.channel = EmbeddedChannel(handler: self.connection)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try self.channel.writeInbound(Frames.opening)
    _ = try self.written()
  }

  /// What the client gets: a word for each frame, and the headers of the last block.
  private func written() throws -> (frames: [String], headers: HPACKHeaders) {
    var written: (frames: [String], headers: HPACKHeaders) = ([], [:])
    var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
    while let bytes = try self.channel.readOutbound(as: ByteBuffer.self) {
      for frame in bytes.frames {
        let header = try #require(FrameHeader(at: frame.readerIndex, in: frame))
        var payload = frame
        payload.moveReaderIndex(forwardBy: FrameHeader.length)
        let end = header.endsStream ? ", end" : ""
        switch header.kind {
        case FrameHeader.Kind.headers:
          written.headers = try decoder.decodeHeaders(from: &payload)
          written.frames.append("headers\(end)")
        case FrameHeader.Kind.data: written.frames.append("data\(end)")
        case FrameHeader.Kind.reset:
          written.frames.append("reset \(payload.readInteger(as: UInt32.self) ?? 0)")
        case FrameHeader.Kind.windowUpdate: break
        default: written.frames.append("kind \(header.kind)")
        }
      }
    }
    return written
  }

  private func call(_ stream: UInt32 = 1, timeout: String? = nil) throws {
    var headers: HPACKHeaders = [
      ":method": "POST", ":scheme": "http", ":path": InteractCall.path, ":authority": "a",
      "content-type": "application/grpc", "te": "trailers",
    ]
    if let timeout { headers.add(name: "grpc-timeout", value: timeout) }
    var writer = HeaderWriter()
    var frames = ByteBuffer()
    frames.writeHeaders(writer.block(headers), of: stream, endsStream: false)
    try self.channel.writeInbound(frames)
  }

  private func send(_ bytes: [UInt8], isLast: Bool = false) throws {
    try self.channel.writeInbound(
      Frames.frame(type: 0, flags: isLast ? 1 : 0, stream: 1, payload: bytes))
  }

  @Test("it is answered at once, and grpc-swift does not hear of it")
  func answer() throws {
    try self.call()
    let (frames, headers) = try self.written()
    #expect(frames == ["headers"])
    #expect(headers == .interactAnswer)
    #expect(!self.connection.state.isHandedOver)
    #expect(try self.channel.readInbound(as: ByteBuffer.self) == nil)
  }

  @Test("an end of the request without a message ends it", arguments: [true, false])
  func empty(asTrailers: Bool) throws {
    try self.call()
    _ = try self.written()
    if asTrailers {
      try self.channel.writeInbound(Frames.frame(type: 1, flags: 5, stream: 1, payload: []))
    } else {
      try self.send([], isLast: true)
    }
    let (frames, headers) = try self.written()
    #expect(frames == ["headers, end"])
    #expect(headers.first(name: "grpc-status") != nil)
    #expect(self.connection.calls.elements.isEmpty)
    #expect(self.channel.isActive)
  }

  @Test(
    "a message that is none ends it with an error, for both sides",
    arguments: [
      // Not protobuf, compressed, 4 GiB.
      ([0, 0, 0, 0, 2, 0xFF, 0xFF], "3"), ([1, 0, 0, 0, 1, 7], "13"),
      ([0, 0xFF, 0xFF, 0xFF, 0xFF, 7], "8"),
    ] as [([UInt8], String)])
  func wrong(bytes: [UInt8], status: String) throws {
    try self.call()
    _ = try self.written()
    try self.send(bytes)
    let (frames, headers) = try self.written()
    #expect(frames.suffix(1) == ["headers, end"])
    #expect(headers.first(name: "grpc-status") == status)
    #expect(self.connection.calls.elements.isEmpty)
    // What was on its way is dropped, and the client's end is as good as a reset.
    try self.send([7], isLast: true)
    self.channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(try self.written().frames.isEmpty)
    #expect(self.channel.isActive)
  }

  @Test("a request that ends in the middle of a message is an error", arguments: [3, 6])
  func cutMessage(count: Int) throws {
    try self.call()
    _ = try self.written()
    try self.send(Array([UInt8]([0, 0, 0, 0, 2, 7]).prefix(count)), isLast: true)
    let (frames, headers) = try self.written()
    #expect(frames == ["headers, end"])
    #expect(headers.first(name: "grpc-status") == "13")
    #expect(headers.first(name: "grpc-message")?.contains("middle") == true)
  }

  /// Opens a session, and ends the request with that, or does not.
  private func open(endsRequest: Bool = true) throws {
    let request = Proto.Request.with {
      $0.open.level = 1
      $0.open.sessionID = "s-1"
      $0.open.experience = "home-refined"
      $0.open.environment = Environment.phone.proto
    }
    let message: [UInt8] = try request.serializedBytes()
    try self.send([0, 0, 0, UInt8(message.count >> 8), UInt8(message.count & 255)] + message)
    if endsRequest { try self.send([], isLast: true) }
  }

  @Test("trailers leave with the last byte before them, also if the client has no more room")
  func trailersNeedNoRoom() throws {
    // So small a window that frames leave in parts.
    try self.channel.writeInbound(Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, 100]))
    try self.call()
    _ = try self.written()
    try self.open()
    #expect(try self.written().frames == ["data"])
    let call = try #require(self.connection.calls.elements.first as? InteractStream)
    let unsent = call.unsent.readableBytes
    try self.channel.writeInbound(Frames.windowUpdate(of: 1, by: unsent - 1))
    #expect(try self.written().frames == ["data"])
    try self.channel.writeInbound(Frames.windowUpdate(of: 1, by: 1))
    #expect(try self.written().frames == ["data", "headers, end"])
  }

  @Test(
    "a frame that does not fit is not begun, so that an end finds no half of one before it",
    arguments: [0, 1])
  func frameThatDoesNotFit(stream: UInt32) throws {
    try self.call()
    _ = try self.written()
    let index = try #require(self.connection.state.calls.index(of: 1))
    self.connection.state.windows.send = 10
    if stream == 1 {
      self.connection.state.windows.send = 65_535
      self.connection.state.calls.elements[index].flow?.sendWindow = 10
    }
    try self.open()
    #expect(try self.written().frames.isEmpty)
    try self.channel.writeInbound(Frames.windowUpdate(of: stream, by: 10))
    #expect(try self.written().frames.isEmpty)
    try self.channel.writeInbound(Frames.windowUpdate(of: stream, by: 60_000))
    #expect(try self.written().frames == ["data", "headers, end"])
  }

  @Test("a slow reader's frames are dropped for the reason that it ends with")
  func slowReader() throws {
    try self.call()
    _ = try self.written()
    self.connection.state.windows.send = 10
    try self.open(endsRequest: false)
    let call = try #require(self.connection.calls.elements.first as? InteractStream)
    #expect(try self.written().frames.isEmpty)
    call.service.stream?.fail(StreamError(.slowConsumer, "read faster"))
    let (frames, headers) = try self.written()
    #expect(frames == ["headers, end"])
    #expect(headers.first(name: "grpc-status") == "8")
  }

  @Test("a message in crumbs ends it, and nothing else; what was held of it is free again")
  func crumbs() throws {
    try self.call()
    try self.call(3)
    _ = try self.written()
    try self.send([0, 0, 0, 16, 0] + Array(repeating: 7, count: 1_024))
    for _ in 0 ..< 16 { try self.send([7]) }
    #expect(try self.written().frames == [])
    try self.send([7])
    #expect(try self.written().frames == ["reset 11"])
    #expect(self.connection.calls.elements.count == 1)
    #expect(self.connection.admit(unfinished: ConnectionLimits().unfinishedBytes))
  }

  @Test("the client's RST_STREAM ends it, and is not answered")
  func reset() throws {
    try self.call()
    _ = try self.written()
    try self.channel.writeInbound(Frames.frame(type: 3, stream: 1, payload: [0, 0, 0, 8]))
    #expect(try self.written().frames.isEmpty)
    #expect(self.connection.calls.elements.isEmpty)
  }

  @Test("after its deadline it ends with DEADLINE_EXCEEDED")
  func deadline() throws {
    try self.call(timeout: "2S")
    _ = try self.written()
    self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try self.written().frames.isEmpty)
    self.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_050))
    let (frames, headers) = try self.written()
    #expect(frames == ["headers, end"])
    #expect(headers.first(name: "grpc-status") == "4")
    // A RST_STREAM at once hides the trailers from some clients.
    self.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_100))
    #expect(try self.written().frames == ["reset 0"])
  }

  @Test("a request that its client ends or resets is not reset", arguments: [0, 1, 3] as [UInt8])
  func requestEndsLater(kind: UInt8) throws {
    try self.call(timeout: "1S")
    self.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_050))
    #expect(try self.written().frames.suffix(1) == ["headers, end"])
    try self.channel.writeInbound(
      kind == 3
        ? Frames.frame(type: 3, stream: 1, payload: [0, 0, 0, 8])
        : Frames.frame(type: kind, flags: 5, stream: 1, payload: []))
    self.channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(try self.written().frames.isEmpty)
    #expect(self.channel.isActive)
  }

  @Test("what asks for more than plain gRPC is grpc-swift's")
  func relayed() throws {
    var frames = ByteBuffer()
    var writer = HeaderWriter()
    let headers: HPACKHeaders = [
      ":method": "POST", ":scheme": "http", ":path": InteractCall.path,
      "content-type": "application/grpc", "grpc-encoding": "gzip",
    ]
    frames.writeHeaders(writer.block(headers), of: 1, endsStream: false)
    try self.channel.writeInbound(frames)
    #expect(self.connection.state.isHandedOver)
    #expect(self.connection.calls.elements.isEmpty)
    #expect(
      try self.channel.readInbound(as: ByteBuffer.self) == Frames.introduction)
    #expect(try self.channel.readInbound(as: ByteBuffer.self) == frames)
  }
}
