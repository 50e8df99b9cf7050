import GRPCCore
import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("The request of a routed call", .timeLimit(.minutes(1)))
@MainActor
struct RPCCallTests {
  private let router: RoutedConnection
  private var client: HTTP2Client { self.router.client }

  init() throws {
    self.router = try RoutedConnection {
      $0.incompleteBytes = 10_000
      $0.messageBytes = 50_000
    }
  }

  @Test("its messages come in order, however they are cut; END_STREAM is its end")
  func messages() async throws {
    let bytes = message(of: 3, 1) + message(of: 0) + message(of: 4, 2)
    for (index, cut) in (1 ..< bytes.count).enumerated() {
      let call = try #require(try self.router.begin(UInt32(1 + 2 * index)))
      try self.client.send(Array(bytes[..<cut]), on: call.stream)
      try self.client.send(Array(bytes[cut...]), on: call.stream, isLast: true)
      #expect(try await self.router.messages(of: call) == [[1, 1, 1], [], [2, 2, 2, 2]])
      call.finish(with: .ok)
    }
    #expect(self.client.connection.calls.elements.isEmpty)
  }

  @Test("END_STREAM on HEADERS is the end of a request without messages")
  func noMessages() async throws {
    let call = try #require(try self.router.begin(isWhole: true))
    #expect(try await self.router.messages(of: call) == [])
    call.finish(with: .ok)
    #expect(try self.client.written().words == ["headers, end"])
  }

  @Test("trailers end it as well")
  func trailers() async throws {
    let call = try #require(try self.router.begin())
    try self.client.send(message(of: 2))
    try self.client.send(Frames.frame(type: 1, flags: 5, stream: call.stream, payload: []))
    #expect(try await self.router.messages(of: call) == [[7, 7]])
  }

  @Test("a handler that does not read gets no more than a message, and its client no more room")
  func backpressure() async throws {
    let call = try #require(try self.router.begin())
    for byte in 1 ... 3 as ClosedRange<UInt8> {
      try self.client.send(message(of: 16_000, byte))
    }
    // The handler has consumed the first message, and the window is half full with the second.
    #expect(try self.client.written().windowIncrements[call.stream] == nil)
    try self.client.send(message(of: 16_000, 4), isLast: false)
    #expect(try self.client.written().windowIncrements[call.stream] == nil)
    #expect(!call.messages.isEmpty)
    for _ in 0 ..< 3 { call.messageTaken() }
    #expect(call.messages.isEmpty)
    #expect(try self.client.written().windowIncrements[call.stream] == 4 * 16_005)
    try self.client.send(isLast: true)
    let messages = try await self.router.messages(of: call)
    #expect(messages.map(\.first) == [1, 2, 3, 4])
    #expect(messages.allSatisfy { $0.count == 16_000 })
  }

  @Test("a client that sends more than there is room for loses the call")
  func overrun() async throws {
    let call = try #require(try self.router.begin())
    for _ in 0 ..< 4 { try self.client.send(message(of: 16_000)) }
    _ = try self.client.written()
    try self.client.send(message(of: 2_000))
    #expect(try self.client.written().words == ["reset 3"])
    await #expect(throws: RPCError.self) { try await self.router.messages(of: call) }
    #expect(self.client.isActive)
  }

  @Test("a message may come in 16 frames and one more for each KiB")
  func fragments() async throws {
    let call = try #require(try self.router.begin())
    try self.client.send([0, 0, 0, 16, 0] + Array(repeating: 7, count: 1_024))
    for _ in 0 ..< 16 { try self.client.send([7]) }
    #expect(try self.client.written().words == [])
    try self.client.send([7])
    #expect(try self.client.written().words == ["reset 11"])
    await #expect(throws: RPCError.self) { try await self.router.messages(of: call) }
    try self.client.send([7])
    #expect(try self.client.written().words == [])
  }

  @Test("small messages may be as many as they like, also cut after their prefix")
  func smallMessages() async throws {
    let call = try #require(try self.router.begin())
    for _ in 0 ..< 100 {
      try self.client.send([0, 0, 0, 0, 2, 7, 7, 0, 0, 0])
      try self.client.send([0, 0])
      try self.client.send([0, 0, 0, 0, 1])
      try self.client.send([7])
    }
    #expect(self.client.connection.admit(unfinished: 10_000))
    try self.client.send(isLast: true)
    #expect(try await self.router.messages(of: call).count == 300)
  }

  @Test("the unfinished messages of a connection have a limit together; what is over is free again")
  func unfinished() throws {
    #expect(self.client.connection.admit(unfinished: 8_000))
    _ = try self.router.begin()
    try self.client.send([0, 0, 0, 100, 0] + Array(repeating: 7, count: 1_995))
    #expect(try self.client.written().words == [])
    try self.client.send([7])
    #expect(try self.client.written().words == ["reset 11"])
    #expect(self.client.connection.admit(unfinished: 2_000))
    #expect(!self.client.connection.admit(unfinished: 1))
  }
}
