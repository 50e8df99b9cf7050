import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("A routed call ends whose request does not arrive, or whose response is not read")
@MainActor
struct RPCCallTimeTests {
  private let router: RoutedConnection
  private var client: HTTP2Client { self.router.client }

  init() throws {
    self.router = try RoutedConnection()
  }

  /// Returns whether the call has not been reset after this many more seconds.
  private func isOpen(after seconds: Int64) throws -> Bool {
    try self.client.wait(seconds)
    let resets = try self.client.written().words.filter { $0.hasPrefix("reset") }
    #expect(resets == [] || resets == ["reset 11"])
    #expect(self.client.isActive)
    return resets.isEmpty
  }

  @Test("a request that stops before it is whole is waited for 5 s")
  func stopped() throws {
    _ = try self.router.begin()
    try self.client.send()
    #expect(try self.isOpen(after: 4))
    #expect(try !self.isOpen(after: 1))
    #expect(self.client.connection.calls.elements.isEmpty)
  }

  @Test(
    "one that goes on, and a client that may send more of them, for 30 s", arguments: [true, false])
  func late(isPartial: Bool) throws {
    _ = try self.router.begin()
    if isPartial {
      try self.client.send([0, 0, 0, 16, 0])
      for _ in 0 ..< 7 {
        #expect(try self.isOpen(after: 4))
        try self.client.send([7])
      }
    } else {
      try self.client.send(message(of: 1))
      #expect(try self.isOpen(after: 29))
    }
    #expect(try !self.isOpen(after: 5))
  }

  @Test("not once it has ended", arguments: [true, false])
  func whole(withHeaders: Bool) throws {
    _ = try self.router.begin(isWhole: withHeaders)
    if !withHeaders { try self.client.send(isLast: true) }
    #expect(try self.isOpen(after: 600))
    #expect(self.client.connection.calls.elements.count == 1)
  }

  @Test(
    "a response waits for a client that sends WINDOW_UPDATEs now and then, and not for one that does not"
  )
  func unreadResponse() throws {
    try self.client.setInitialWindow(0)
    let call = try #require(try self.router.begin(isWhole: true))
    _ = call.write(bytes: 1_000)
    call.finish(with: .ok)
    for _ in 0 ..< 3 {
      #expect(try self.isOpen(after: 29))
      try self.client.widen(0, by: 1)
    }
    #expect(try self.isOpen(after: 29))
    #expect(try !self.isOpen(after: 32))
    #expect(self.client.connection.calls.elements.isEmpty)
  }

  @Test("trailers wait 5 s for a client that reads nothing, and has not ended its request")
  func unreadTrailers() throws {
    try self.client.setInitialWindow(0)
    let call = try #require(try self.router.begin())
    _ = call.write(bytes: 1_000)
    call.finish(with: .ok)
    for _ in 0 ..< 4 {
      #expect(try self.isOpen(after: 1))
      try self.client.widen(0, by: 1)
    }
    #expect(try !self.isOpen(after: 1))
  }

  @Test("a response that has begun, and not ended, waits for as long as its handler wants")
  func slowHandler() throws {
    let call = try #require(try self.router.begin(isWhole: true))
    _ = call.write(bytes: 1_000)
    #expect(try self.isOpen(after: 600))
    call.finish(with: .ok)
    #expect(try self.client.written().words == ["headers, end"])
  }
}
