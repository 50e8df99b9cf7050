import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Concurrent routed calls of a connection")
struct RPCWorkTests {
  private let client: HTTP2Client

  init() throws {
    var limits = ConnectionLimits()
    limits.concurrentCalls = 100
    let services = ConnectionServices { request, stream, connection in
      guard RPCTask.begin(request, on: stream, of: connection) == nil else { return }
      connection.reset(stream: stream, .refusedStream)
    }
    self.client = try HTTP2Client(limits, services: services)
  }

  private func admitsWork() -> Bool {
    var state = self.client.connection.state
    return state.admitWork()
  }

  @Test("beyond the limit a call is refused as never begun")
  func limit() throws {
    for _ in 0 ..< 100 { #expect(self.client.connection.admitWork()) }
    try self.client.call("/interaction.inspector.v1.InspectorService/ListExperiences")
    #expect(try self.client.written().words == ["reset 7"])
    #expect(self.client.connection.calls.elements.isEmpty)
  }

  @Test(
    "calls that wait for something are not counted, others until they are over",
    arguments: [
      ("/interaction.v1.InteractionService/Subscribe", false),
      ("/grpc.health.v1.Health/Watch", false),
      ("/interaction.v1.ControlService/SetBadge", false),
      ("/interaction.inspector.v1.InspectorService/WatchSession", false),
      ("/interaction.inspector.v1.InspectorService/GetSession", true),
      ("/grpc.health.v1.Health/Check", true),
    ], [true, false])
  func waiting(method: (path: String, isWork: Bool), isReset: Bool) throws {
    for _ in 0 ..< 99 { #expect(self.client.connection.admitWork()) }
    try self.client.call(method.path, isWhole: true)
    #expect(self.admitsWork() == !method.isWork)
    let call = try #require(self.client.connection.calls.elements.first as? RPCCall)
    if isReset { try self.client.reset() } else { call.finish(with: .ok) }
    #expect(self.client.connection.admitWork())
    // The slot is released once only.
    try self.client.reset()
    #expect(!self.admitsWork())
  }

  @Test("a call counts until its response has left")
  @MainActor
  func unread() throws {
    try self.client.setInitialWindow(0)
    for _ in 0 ..< 99 { #expect(self.client.connection.admitWork()) }
    try self.client.call("/grpc.health.v1.Health/Check", isWhole: true)
    let call = try #require(self.client.connection.calls.elements.first as? RPCCall)
    _ = call.write(bytes: 1)
    call.finish(with: .ok)
    try self.client.widen(1, by: 5)
    #expect(!self.admitsWork())
    try self.client.widen(1, by: 1)
    #expect(self.admitsWork())
  }
}
