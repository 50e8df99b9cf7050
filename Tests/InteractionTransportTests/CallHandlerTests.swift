import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("A call ends whose request does not arrive, or in crumbs")
struct CallHandlerTests {
  private let connection: ConnectionHandler
  private let channel: EmbeddedChannel

  init() throws {
    var limits = ConnectionLimits()
    limits.unfinishedBytes = 10_000
    limits.concurrentCalls = 100
    limits.unreadBytes = 10_000
    self.connection = ConnectionHandler(limits: limits)
    self.channel = EmbeddedChannel(
      handler: CallHandler(connection: self.connection, stream: 1, limits: limits))
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
  }

  private var handler: CallHandler {
    get throws { try self.channel.pipeline.syncOperations.handler(type: CallHandler.self) }
  }

  /// Whether the call has not been reset after so many seconds more.
  private func isOpen(after seconds: Int64) throws -> Bool {
    self.channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    return try self.written.resets.isEmpty
  }

  /// What has left towards the client.
  private var written: (frames: Int, resets: [HTTP2ErrorCode]) {
    get throws {
      var written = (frames: 0, resets: [HTTP2ErrorCode]())
      while let frame = try self.channel.readOutbound(as: HTTP2Frame.FramePayload.self) {
        written.frames += 1
        if case .rstStream(let code) = frame { written.resets.append(code) }
      }
      return written
    }
  }

  private func answer(isLast: Bool) throws {
    let headers = HPACKHeaders([("grpc-status", "0")])
    try self.channel.writeOutbound(
      HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: isLast)))
  }

  /// As the HTTP/2 handler has it once both sides have ended, and the answer has left.
  private func streamCloses() {
    self.channel.pipeline.fireChannelInactive()
  }

  /// Answers with so many bytes, which the client does not read.
  private func answerUnread(_ count: Int, isLast: Bool = true) {
    let data = IOData.byteBuffer(ByteBuffer(repeating: 0, count: count))
    self.channel.write(
      HTTP2Frame.FramePayload.data(.init(data: data, endStream: false)), promise: nil)
    guard isLast else { return }
    let trailers = HPACKHeaders([("grpc-status", "0")])
    self.channel.write(
      HTTP2Frame.FramePayload.headers(.init(headers: trailers, endStream: true)), promise: nil)
  }

  private func call(_ path: String, isWhole: Bool = false) throws {
    let headers = HPACKHeaders([(":method", "POST"), (":path", path)])
    try self.channel.writeInbound(
      HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: isWhole)))
  }

  private func send(_ bytes: [UInt8] = [], isLast: Bool = false) throws {
    let data = IOData.byteBuffer(ByteBuffer(bytes: bytes))
    try self.channel.writeInbound(
      HTTP2Frame.FramePayload.data(.init(data: data, endStream: isLast)))
  }

  @Test("an answer waits for a client that makes room now and then, and not for one that does not")
  func unreadAnswer() throws {
    try self.call("/interaction.v1.InteractionService/Simulate", isWhole: true)
    self.answerUnread(1_000)
    #expect(!self.connection.admitsWork(100), "the answer is kept, so the call counts")
    for _ in 0 ..< 3 {
      #expect(try self.isOpen(after: 29))
      self.connection.state.windowUpdates += 1
    }
    #expect(try self.isOpen(after: 29))
    #expect(try !self.isOpen(after: 32))
    #expect(self.connection.admitsWork(100))
  }

  @Test("answers that are not read have a limit together; what has been read is free again")
  func unreadBytes() throws {
    try self.call("/interaction.v1.InteractionService/Subscribe", isWhole: true)
    self.answerUnread(9_000, isLast: false)
    self.channel.flush()
    self.answerUnread(9_000, isLast: false)
    #expect(try self.written.resets.isEmpty)
    self.answerUnread(2_000, isLast: false)
    self.channel.flush()
    #expect(try self.written.resets == [.enhanceYourCalm])
  }

  /// Frames that reach the handlers behind.
  private var passed: Int {
    get throws {
      var count = 0
      while try self.channel.readInbound(as: HTTP2Frame.FramePayload.self) != nil { count += 1 }
      return count
    }
  }

  /// What the next frame is that reaches the handlers behind.
  private var nextPassed: String? {
    get throws {
      switch try self.channel.readInbound(as: HTTP2Frame.FramePayload.self) {
      case .headers(let headers): headers.endStream ? "headers, end" : "headers"
      case .data(let data): data.endStream ? "data, end" : "data"
      case .some: "another"
      case nil: nil
      }
    }
  }

  @Test("a request that stops before it is whole is waited for 5 s")
  func stopped() throws {
    try self.call("/interaction.v1.InteractionService/ListExperiences")
    try self.send(isLast: false)
    #expect(try self.isOpen(after: 4))
    #expect(try !self.isOpen(after: 1))
  }

  @Test(
    "one that goes on, and a client that may send more of them, for 30 s", arguments: [true, false])
  func late(isPartial: Bool) throws {
    try self.call("/interaction.v1.InteractionService/ListExperiences")
    if isPartial {
      try self.send([0, 0, 0, 16, 0])
      for _ in 0 ..< 7 {
        #expect(try self.isOpen(after: 4))
        try self.send([7])
      }
    } else {
      // A whole message.
      try self.send([0, 0, 0, 0, 1, 7])
      #expect(try self.isOpen(after: 29))
    }
    #expect(try !self.isOpen(after: 5))
  }

  @Test("not once it has arrived", arguments: [true, false])
  func whole(withHeaders: Bool) throws {
    try self.call("/interaction.inspector.v1.InspectorService/WatchSession", isWhole: withHeaders)
    if !withHeaders { try self.send(isLast: true) }
    #expect(try self.isOpen(after: 3_600))
  }

  @Test("grpc-swift hears of an end that comes with the headers as DATA: it overlooks it there")
  func endWithHeaders() throws {
    try self.call("/interaction.v1.InteractionService/ListExperiences", isWhole: true)
    let ends = try [self.nextPassed, self.nextPassed, self.nextPassed]
    #expect(ends == ["headers", "data, end", nil])
  }

  @Test("Interact has rules of its own")
  func endless() throws {
    try self.call("/interaction.v1.InteractionService/Interact")
    #expect(try self.isOpen(after: 3_600))
  }

  @Test("a message may come in 16 frames and one more for each KiB")
  func crumbs() throws {
    try self.call("/interaction.v1.InteractionService/Interact")
    // A message of 4,096 bytes, 1,024 of them at once, and then byte by byte.
    try self.send([0, 0, 0, 16, 0] + Array(repeating: 7, count: 1_024))
    for _ in 0 ..< 16 { try self.send([7]) }
    #expect(self.channel.isActive)
    #expect(try self.passed == 18)
    try self.send([7])
    #expect(try self.written.resets == [.enhanceYourCalm])
    // The handlers behind hear of it.
    #expect(try self.passed == 1)
    try self.send([7])
    #expect(try self.passed == 0)
  }

  @Test("small messages may be as many as they like, also cut after their prefix")
  func smallMessages() throws {
    try self.call("/interaction.v1.InteractionService/Interact")
    for _ in 0 ..< 100 {
      try self.send([0, 0, 0, 0, 2, 7, 7, 0, 0, 0])
      try self.send([0, 0])
      try self.send([0, 0, 0, 0, 1])
      try self.send([7])
    }
    #expect(self.channel.isActive)
    #expect(self.connection.admit(unfinished: 10_000))
  }

  @Test("what is held of messages that are not complete is bounded for a whole connection")
  func unfinished() throws {
    #expect(self.connection.admit(unfinished: 8_000))
    try self.call("/interaction.v1.InteractionService/Simulate")
    try self.send([0, 0, 0, 255, 0] + Array(repeating: 7, count: 1_995))
    #expect(try self.written.frames == 0)
    try self.send([7])
    #expect(try self.written.resets == [.enhanceYourCalm])
    // It holds nothing any more.
    #expect(self.connection.admit(unfinished: 2_000))
    #expect(!self.connection.admit(unfinished: 1))
  }

  @Test("the connection knows that it is there until it is gone")
  func calls() throws {
    let connection = EmbeddedChannel(handler: self.connection)
    try connection.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try connection.writeInbound(Frames.opening)
    try self.channel.close().wait()
    #expect(connection.isActive)
    for _ in 0 ..< 4 {
      connection.embeddedEventLoop.advanceTime(by: .seconds(16))
      try connection.writeInbound(Frames.ping)
    }
    #expect(connection.isActive)
    connection.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(!connection.isActive)
  }

  @Test(
    "a call that the server ends first is over for the client, too", arguments: [true, false],
    [true, false])
  func endedFirst(requestIsOver: Bool, isRefusal: Bool) throws {
    try self.call("/interaction.v1.InteractionService/Interact")
    try self.send(isLast: requestIsOver)
    for isLast in isRefusal ? [true] : [false, true] { try self.answer(isLast: isLast) }
    let written = try self.written
    #expect(written.frames == (isRefusal ? 1 : 2) + written.resets.count)
    #expect(written.resets == (requestIsOver ? [] : [.noError]))
    // Nothing comes after the end.
    #expect(throws: ChannelError.self) { try self.answer(isLast: true) }
    if requestIsOver { self.streamCloses() }
    #expect(try self.isOpen(after: 3_600))
  }

  @Test(
    "what the client resets is over at once: the handlers behind hear it, and nothing is written",
    arguments: [true, false], [true, false])
  func reset(requestIsOver: Bool, isAnswered: Bool) throws {
    try self.call("/interaction.v1.InteractionService/Interact")
    if requestIsOver { try self.send(isLast: true) }
    if isAnswered { try self.answer(isLast: false) }
    _ = (try self.passed, try self.written)
    try self.handler.receiveReset(.cancel)
    #expect(!self.channel.isActive)
    #expect(try self.passed == 1)
    #expect(throws: ChannelError.self) { try self.answer(isLast: true) }
    #expect(try self.written.frames == 0)
  }

  @Test("beyond so many calls that are worked on, one is refused as never begun")
  func work() throws {
    for _ in 0 ..< 100 { #expect(self.connection.admitWork()) }
    try self.call("/interaction.inspector.v1.InspectorService/ListExperiences", isWhole: true)
    #expect(try self.written.resets == [.refusedStream])
    #expect(try self.passed == 1)
  }

  @Test(
    "calls that wait for something are not counted as work, others until their answer has left",
    arguments: [
      ("/interaction.v1.InteractionService/Interact", 0),
      ("/interaction.v1.InteractionService/Subscribe", 0),
      ("/interaction.v1.ControlService/SetBadge", 0),
      ("/interaction.inspector.v1.InspectorService/GetSession", 1),
    ])
  func waiting(path: String, work: Int) throws {
    for _ in 0 ..< 99 { #expect(self.connection.admitWork()) }
    try self.call(path, isWhole: true)
    #expect(self.connection.admitWork() == (work == 0))
    try self.answer(isLast: true)
    #expect(!self.connection.admitWork())
    self.streamCloses()
    #expect(self.connection.admitWork() == (work == 1))
    self.streamCloses()
    #expect(!self.connection.admitWork(), "it is not given back twice")
  }
}

extension ConnectionHandler {
  /// Whether so many calls may be worked on besides.
  fileprivate func admitsWork(_ count: Int) -> Bool {
    var state = self.state
    return (0 ..< count).allSatisfy { _ in state.admitWork() }
  }
}
