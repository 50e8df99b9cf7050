import GRPCCore
import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("A routed call whose request is none that gRPC has", .timeLimit(.minutes(1)))
@MainActor
struct RPCRefusalTests {
  private let router: RoutedConnection
  private var client: HTTP2Client { self.router.client }

  init() throws {
    self.router = try RoutedConnection { $0.messageBytes = 100 }
  }

  @Test(
    "it ends with a status, and its handler with an error",
    arguments: [
      // Length prefixes of 101 bytes and of 4 GiB, the compression flag, and an end after 3 and 6
      // bytes.
      ([0, 0, 0, 0, 101], false, "8", "the message has 101 bytes; at most 100 are allowed"),
      ([0, 255, 255, 255, 255], false, "8", "4294967295 bytes"),
      ([1, 0, 0, 0, 1, 7], false, "13", "compressed"), ([0, 0, 0], true, "13", "inside a message"),
      ([0, 0, 0, 0, 2, 7], true, "13", "inside a message"),
    ] as [([UInt8], Bool, String, String)], [true, false])
  func refusals(
    request: ([UInt8], Bool, String, String), isAnswered: Bool
  ) async throws {
    let (bytes, isLast, status, text) = request
    let call = try #require(try self.router.begin())
    if isAnswered { call.write([:]) }
    try self.client.send(message(of: 100, 3))
    call.messageTaken()
    try self.client.send(bytes, isLast: isLast)
    let written = try self.client.written()
    #expect(
      written.words
        == (isAnswered ? ["headers"] : []) + ["headers, end"] + (isLast ? [] : ["reset 0"]))
    #expect(written.headers.contains(name: ":status") == !isAnswered)
    #expect(written.status == status)
    #expect(written.message?.contains(text) == true)
    let error = await #expect(throws: RPCError.self) { try await self.router.messages(of: call) }
    #expect(error.map { "\($0.code.rawValue)" } == status)
    #expect(self.client.connection.calls.elements.isEmpty)
    #expect(self.client.isActive)
  }

  @Test("a message that is too long is refused once those before it are read")
  func order() async throws {
    let call = try #require(try self.router.begin())
    try self.client.send(message(of: 1) + message(of: 101))
    #expect(try self.client.written().words == [])
    await #expect(throws: RPCError.self) { try await self.router.messages(of: call) }
    #expect(try self.client.written().status == "8")
  }

  @Test("DATA after END_STREAM ends it with STREAM_CLOSED, and cancels its handler")
  func afterEnd() throws {
    let call = try #require(try self.router.begin(isWhole: true))
    var isCancelled = false
    call.onCancel { isCancelled = true }
    try self.client.send([7])
    #expect(try self.client.written().words == ["reset 5"])
    #expect(isCancelled)
    #expect(self.client.isActive)
  }
}
