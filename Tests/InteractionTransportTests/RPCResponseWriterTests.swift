import GRPCCore
import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("The response of a routed call", .timeLimit(.minutes(1)))
@MainActor
struct RPCResponseWriterTests {
  private let router: RoutedConnection
  private var client: HTTP2Client { self.router.client }

  init() throws {
    self.router = try RoutedConnection { $0.unreadBytes = 100_000 }
  }

  private static let wrong = CallStatus(
    code: .notFound, message: "no such thing", metadata: ["Detail": "a"])

  @Test("headers, messages and trailers leave as they come")
  func order() async throws {
    let call = try #require(try self.router.begin(isWhole: true))
    call.write(["key": "value"])
    let headers = try self.client.written()
    #expect(headers.words == ["headers"])
    #expect(
      headers.headers == [":status": "200", "content-type": "application/grpc", "key": "value"])
    try await call.write(bytes: 3).value
    let data = try self.client.written()
    #expect(data.words == ["data"])
    #expect(Array(data.data.readableBytesView) == message(of: 3))
    call.finish(with: Self.wrong)
    let trailers = try self.client.written()
    #expect(trailers.words == ["headers, end"])
    #expect(
      trailers.headers == ["grpc-status": "5", "grpc-message": "no such thing", "detail": "a"])
    #expect(self.client.connection.calls.elements.isEmpty)
  }

  @Test("a message without metadata before it is answered with headers first, once")
  func messageFirst() async throws {
    let call = try #require(try self.router.begin(isWhole: true))
    for _ in 0 ..< 2 { try await call.write(bytes: 0).value }
    // Too late for headers.
    call.write(["key": "value"])
    let written = try self.client.written()
    #expect(written.words == ["headers", "data", "data"])
    #expect(!written.headers.contains(name: "key"))
  }

  @Test("a status without a message is Trailers-Only")
  func trailersOnly() throws {
    let call = try #require(try self.router.begin(isWhole: true))
    call.finish(with: Self.wrong)
    let written = try self.client.written()
    #expect(written.words == ["headers, end"])
    #expect(written.headers.first(name: ":status") == "200")
    #expect(written.headers.first(name: "content-type") == "application/grpc")
    #expect(written.status == "5" && written.headers.first(name: "detail") == "a")
  }

  @Test(
    "Trailers-Only waits for the request to begin, since some clients lose it before",
    arguments: [nil, false, true])
  func refusal(requestEnds: Bool?) throws {
    let call = try #require(try self.router.begin())
    call.finish(with: Self.wrong)
    #expect(try self.client.written().words == [])
    if let requestEnds {
      try self.client.send([0], isLast: requestEnds)
    } else {
      try self.client.wait(1)
    }
    let written = try self.client.written()
    #expect(written.words == ["headers, end"] + (requestEnds == true ? [] : ["reset 0"]))
    #expect(written.status == "5")
    #expect(self.client.connection.calls.elements.isEmpty)
  }

  @Test("a writer goes on while no more than 64 KiB wait, and then with a WINDOW_UPDATE")
  func backpressure() async throws {
    try self.client.setInitialWindow(0)
    try self.client.widen(0, by: 1 << 20)
    let call = try #require(try self.router.begin(isWhole: true))
    let most = RPCCall.mostUnsent
    try await call.write(bytes: most - 5).value
    let next = call.write(bytes: 10)
    #expect(call.writers.count == 1)
    try self.client.widen(1, by: 14)
    #expect(call.writers.count == 1)
    try self.client.widen(1, by: 1)
    #expect(call.writers.isEmpty)
    try await next.value
    #expect(try self.client.written().data.readableBytes == 15)
    // The trailers wait for the messages, but need no window.
    call.finish(with: .ok)
    try self.client.widen(1, by: 50_000)
    #expect(try self.client.written().words.last == "data")
    try self.client.widen(1, by: most - 50_000)
    #expect(try self.client.written().words == ["data", "headers, end"])
  }

  @Test("a writer whose task is cancelled waits no more, and its message leaves all the same")
  func cancelled() async throws {
    try self.client.setInitialWindow(0)
    try self.client.widen(0, by: 1 << 20)
    let call = try #require(try self.router.begin(isWhole: true))
    let write = call.write(bytes: RPCCall.mostUnsent)
    #expect(call.writers.count == 1)
    call.cancelWriter()
    await #expect(throws: CancellationError.self) { try await write.value }
    let next = call.write(bytes: 10)
    await #expect(throws: CancellationError.self) { try await next.value }
    try self.client.widen(1, by: 1 << 20)
    #expect(try self.client.written().data.readableBytes == RPCCall.mostUnsent + 5 + 15)
  }

  @Test("several writers wait together, and their messages leave in order")
  func writers() async throws {
    try self.client.setInitialWindow(0)
    let call = try #require(try self.router.begin(isWhole: true))
    let writes = [RPCCall.mostUnsent, 1, 2].map { call.write(bytes: $0) }
    #expect(call.writers.count == 3)
    try self.client.widen(0, by: 1 << 20)
    try self.client.widen(1, by: 1 << 20)
    for write in writes { try await write.value }
    let bytes = try self.client.written().data.readableBytesView
    #expect(
      Array(bytes.suffix(13)) == message(of: 1)
        + message(of: 2))
  }

  @Test("responses that are not read have a limit together; what has been read is free again")
  func unread() async throws {
    try self.client.setInitialWindow(0)
    let one = try #require(try self.router.begin(1, isWhole: true))
    let two = try #require(try self.router.begin(3, isWhole: true))
    _ = one.write(bytes: 59_995)
    try self.client.widen(0, by: 1 << 20)
    try self.client.widen(1, by: 60_000)
    _ = one.write(bytes: 59_995)
    _ = try self.client.written()
    _ = two.write(bytes: 39_995)
    #expect(try self.client.written().words == ["headers"])
    let write = two.write(bytes: 0)
    #expect(try self.client.written().words == ["reset 11"])
    await #expect(throws: RPCError.self) { try await write.value }
    // The call's buffered bytes are released.
    let three = try #require(try self.router.begin(5, isWhole: true))
    try await three.write(bytes: 39_995).value
    #expect(try self.client.written().words == ["headers"])
  }
}
