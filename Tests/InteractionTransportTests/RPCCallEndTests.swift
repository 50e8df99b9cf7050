import GRPCCore
import NIOCore
import NIOEmbedded
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("Ends of routed calls", .timeLimit(.minutes(1)))
@MainActor
struct RPCCallEndTests {
  /// The reasons for the end of a call.
  enum End: CaseIterable, Hashable {
    case resetByClient
    case connection
    case resetByServer
    case brokenRule
  }

  private let router: RoutedConnection
  private var client: HTTP2Client { self.router.client }

  init() throws {
    self.router = try RoutedConnection()
  }

  private func end(_ call: RPCCall, by end: End) throws {
    switch end {
    case .resetByClient: try self.client.reset()
    case .connection: try self.client.channel.close().wait()
    case .resetByServer: call.reset(.enhanceYourCalm)
    // Trailers without END_STREAM.
    case .brokenRule:
      try self.client.send(Frames.frame(type: 1, flags: 4, stream: 1, payload: []))
    }
  }

  @Test(
    "before its response: its handler is cancelled, and neither reads nor writes",
    arguments: End.allCases)
  func early(end: End) async throws {
    try self.client.setInitialWindow(0)
    let call = try #require(try self.router.begin())
    var cancellations = 0
    call.onCancel { cancellations += 1 }
    try self.client.send(message(of: 2))
    let waiting = call.write(bytes: RPCCall.mostUnsent)
    #expect(call.writers.count == 1)
    _ = try self.client.written()
    try self.end(call, by: end)
    #expect(cancellations == 1)
    await #expect(throws: RPCError.self) { try await waiting.value }
    await #expect(throws: RPCError.self) { try await self.router.messages(of: call) }
    await #expect(throws: RPCError.self) { try await call.write(bytes: 1).value }
    call.write(["key": "value"])
    call.finish(with: .ok)
    let resets = [End.resetByServer: ["reset 11"], .brokenRule: ["reset 1"]]
    #expect(try self.client.written().words == resets[end] ?? [])
    #expect(self.client.connection.calls.elements.isEmpty)
    #expect(cancellations == 1)
  }

  @Test("before its handler can be cancelled: it is, once it can", arguments: End.allCases)
  func beforeHandler(end: End) throws {
    let call = try #require(try self.router.begin())
    try self.end(call, by: end)
    var isCancelled = false
    call.onCancel { isCancelled = true }
    #expect(isCancelled)
  }

  @Test("while its trailers wait", arguments: End.allCases)
  func late(end: End) throws {
    try self.client.setInitialWindow(0)
    let call = try #require(try self.router.begin(isWhole: true))
    _ = call.write(bytes: 100)
    call.finish(with: .ok)
    _ = try self.client.written()
    try self.end(call, by: end)
    if end != .connection { try self.client.widen(0, by: 1_000) }
    #expect(try self.client.written().words.allSatisfy { $0.hasPrefix("reset") })
    #expect(self.client.connection.calls.elements.isEmpty)
    #expect(self.client.connection.admit(unfinished: ConnectionLimits().incompleteBytes))
  }

  @Test(
    "by the server first: its stream is reset if the request has not ended",
    arguments: [true, false], [true, false])
  func endedFirst(requestIsOver: Bool, isTrailersOnly: Bool) async throws {
    let call = try #require(try self.router.begin())
    try self.client.send(message(of: 1), isLast: requestIsOver)
    if !isTrailersOnly { call.write([:]) }
    call.finish(with: .ok)
    let words = (isTrailersOnly ? [] : ["headers"]) + ["headers, end"]
    #expect(try self.client.written().words == words + (requestIsOver ? [] : ["reset 0"]))
    await #expect(throws: RPCError.self) { try await call.write(bytes: 1).value }
    try self.client.wait(2)
    #expect(try self.client.written().words == [])
    #expect(self.client.isActive)
  }

  @Test("a server that ends cancels the handler, and its connection goes on until that is over")
  func quiesce() throws {
    let call = try #require(try self.router.begin(isWhole: true))
    var isCancelled = false
    call.onCancel { isCancelled = true }
    self.client.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    // A call that began before its client received GOAWAY.
    let late = try #require(try self.router.begin(3, isWhole: true))
    var isLateCancelled = false
    late.onCancel { isLateCancelled = true }
    #expect(isLateCancelled)
    var answer = FrameHeader.PingPayload.goAwayProbe.frame
    answer.setInteger(FrameHeader.ackFlag, at: answer.readerIndex + 4)
    try self.client.send(answer)
    #expect(self.client.isActive && isCancelled)
    call.finish(with: .ok)
    late.finish(with: .ok)
    self.client.channel.embeddedEventLoop.run()
    #expect(!self.client.isActive)
  }
}
