import Foundation
import InteractionChaos
import NIOCore
import Testing

/// The admission and refusal of new connections.
@Suite(.timeLimit(.minutes(2))) struct AdmissionTests {
  private func greet(_ server: TestServer, port: Int) async throws -> Peer {
    let client = try await TestServer.connect(port: port)
    try await client.send([1])
    #expect(try await server.next().bytes(1) == [1])
    return client
  }

  private func expectReset(port: Int) async throws {
    let client = try await TestServer.connect(port: port)
    #expect(try await client.ended() == .rst)
    await client.close()
  }

  @Test func `new connections go elsewhere, open ones stay`() async throws {
    let first = try await TestServer(echoes: true)
    let second = try await TestServer(echoes: true)
    try await ChaosProxy.withProxy(to: first.target) { proxy, port in
      let stays = try await self.greet(first, port: port)
      await proxy.retarget(to: second.target)
      let moves = try await self.greet(second, port: port)
      try await stays.send([2])
      #expect(try await stays.bytes(2) == [1, 2])
      #expect(first.count == 1)
      await stays.close()
      await moves.close()
    }
    await first.stop()
    await second.stop()
  }

  @Test func `several targets take turns, or stand in for each other`() async throws {
    let first = try await TestServer(echoes: true)
    let second = try await TestServer(echoes: true)
    let gone = try await TestServer(echoes: true)
    await gone.stop()
    let proxy = ChaosProxy(route: .inTurn([first.target, second.target]))
    let port = try await proxy.start()
    var clients: [Peer] = []
    for server in [first, second, first, second] {
      clients.append(try await self.greet(server, port: port))
    }
    await proxy.retarget(to: .firstReachable([gone.target, second.target, first.target]))
    clients.append(try await self.greet(second, port: port))
    let events = proxy.events()
    await proxy.retarget(to: gone.target)
    try await self.expectReset(port: port)
    await proxy.retarget(to: .inTurn([]))
    try await self.expectReset(port: port)
    let seen = await events.upTo(connection: 6) { if case .closed = $0 { true } else { false } }
    #expect(seen.contains(.unreachable))
    #expect(proxy.counters.unreachable == 2)
    for client in clients { await client.close() }
    await proxy.stop()
    for server in [first, second] { await server.stop() }
  }

  @Test func `connections are refused, and taken again on the same port`() async throws {
    let server = try await TestServer(echoes: true)
    try await ChaosProxy.withProxy(to: server.target) { proxy, port in
      let stays = try await self.greet(server, port: port)
      for _ in 0 ..< 3 {
        try await proxy.admit(.refuse)
        let error = await #expect(throws: IOError.self) {
          try await TestServer.connect(port: port)
        }
        #expect(error?.errnoCode == ECONNREFUSED)
        try await stays.send([2])
        try await proxy.admit(.forward)
        await (try await self.greet(server, port: port)).close()
      }
      #expect(try await stays.bytes(4) == [1, 2, 2, 2])
      #expect(proxy.counters.accepted == 4)
      await stays.close()
    }
    await server.stop()
  }

  @Test func `connections are left hanging, or reset`() async throws {
    let server = try await TestServer(echoes: true)
    try await ChaosProxy.withProxy(to: server.target) { proxy, port in
      let events = proxy.events()
      try await proxy.admit(.hang)
      let hanging = try await TestServer.connect(port: port)
      let leaving = try await TestServer.connect(port: port)
      try await hanging.send([1])
      await leaving.close()
      _ = await events.upTo(connection: 1) { if case .closed = $0 { true } else { false } }
      try await proxy.admit(.reset)
      try await self.expectReset(port: port)
      try await proxy.admit(.forward)
      await (try await self.greet(server, port: port)).close()
      #expect(try await hanging.end == nil)
      #expect(server.count == 1)
      await proxy.cut(.fin, .connection(0))
      #expect(try await hanging.ended() == .fin)
      await hanging.close()
    }
    await server.stop()
  }

  @Test func `it listens on IPv6, too, and looks names up`() async throws {
    let server = try await TestServer(echoes: true)
    var settings = ChaosSettings()
    settings.host = "::1"
    let target = ProxyTarget(host: "localhost", port: server.port)
    try await ChaosProxy.withProxy(to: target, settings: settings) { proxy, port in
      try await proxy.admit(.refuse)
      try await proxy.admit(.forward)
      let client = try await TestServer.connect(host: "::1", port: port)
      try await client.send([1, 2])
      #expect(try await client.bytes(2) == [1, 2])
      await client.close()
    }
    await server.stop()
  }
}
