import Logging
import Metrics
import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionMonitoring

/// Clients that exceed the limits.
@Suite(.timeLimit(.minutes(1)))
struct ServerLimitsTests {
  private let serving = MonitoringFixture()
  private var limits = MonitoringServer.Limits()

  @Test(
    "a connection that is silent is closed, wherever it stopped",
    arguments: ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na"])
  mutating func silence(start: String) async throws {
    self.limits.idleTime = .milliseconds(50)
    try await self.serving.run(limits: self.limits) { _, port in
      // Waits until the server closes.
      _ = try await Connection.answer(to: start, port: port)
    }
  }

  @Test(
    "headers that are too large",
    arguments: [
      "A: \(String(repeating: "a", count: 9 << 10))\r\n",
      String(repeating: "A: \(String(repeating: "a", count: 4000))\r\n", count: 5),
      String(repeating: "A: a\r\n", count: 70),
    ])
  func largeHeaders(fields: String) async throws {
    try await self.serving.run { _, port in
      let request = "GET /health/live HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
      let answer = try await Connection.answer(to: request, port: port)
      #expect(answer.hasPrefix("HTTP/1.1 431 "))
    }
  }

  @Test(
    "bodies that are too large, or could be",
    arguments: ["Content-Length: 1025", "Transfer-Encoding: chunked"], ["GET", "HEAD", "POST"])
  func largeBodies(field: String, method: String) async throws {
    try await self.serving.run { _, port in
      let request = "\(method) /health/live HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n1\r\na"
      let answer = try await Connection.answer(to: request, port: port)
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("a small body is read over")
  func smallBody() async throws {
    try await self.serving.run { _, port in
      let answer = try await Connection.answer(
        to: """
          GET /health/live HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\
          GET /health/ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n
          """, port: port)
      #expect(answer.contains("\r\n\r\nok"))
      #expect(answer.hasSuffix("\r\n\r\nready"))
    }
  }

  @Test("one connection too many ends the oldest, and is answered")
  mutating func connections() async throws {
    self.limits.connections = 1
    try await self.serving.run(limits: self.limits) { _, port in
      try await Connection(port: port).channel.executeThenClose { inbound, outbound in
        var parts = inbound.makeAsyncIterator()
        try await outbound.write(
          ByteBuffer(string: "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n"))
        _ = try await parts.next()
        let second = try await Connection.answer("GET", "/health/live", port: port)
        #expect(second.status == 200)
        // Waits until the server closes, with FIN or RST.
        while (try? await parts.next()) != nil {}
      }
    }
  }

  @Test("the oldest makes room, and who has gone needs none")
  func room() throws {
    let room = ConnectionCap(limit: 2)
    let connections = (0 ..< 4).map { _ in EmbeddedChannel() }
    func areOpen() -> [Bool] {
      connections.map {
        $0.embeddedEventLoop.run()
        return $0.isActive
      }
    }
    for connection in connections {
      try connection.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    }
    for connection in connections.prefix(3) { room.add(connection) }
    #expect(areOpen() == [false, true, true, true])
    connections[1].close(promise: nil)
    #expect(areOpen() == [false, false, true, true])
    room.add(connections[3])
    #expect(areOpen() == [false, false, true, true])
  }

  @Test("a client that asks and does not read is cut off")
  mutating func notReading() async throws {
    self.limits.idleTime = .milliseconds(50)
    try await self.serving.run(limits: self.limits) { _, port in
      do {
        try await self.whileNotReading(port: port) { outbound in
          // Ends when the server closes.
          while (try? await outbound.write(ByteBuffer(string: "GET"))) != nil {}
        }
      } catch is ChannelError, is IOError {
        // Closed while it was still sending.
      }
    }
  }

  @Test("a client that does not read does not hold up the end")
  mutating func notReadingAtTheEnd() async throws {
    self.limits.shutdownTime = .milliseconds(50)
    let server = self.serving.server(limits: self.limits)
    let task = Task { try await server.serve() }
    try await self.whileNotReading(port: server.listeningPort) { _ in
      server.beginShutdown()
      try await task.value
    }
  }

  /// Sends more requests than all buffers hold, without reading the responses.
  private func whileNotReading(
    port: Int, _ body: (NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Void
  ) async throws {
    let label = String(repeating: "x", count: 1 << 20)
    Meter(label: "large", dimensions: [("label", label)], factory: self.serving.metrics).set(1)
    let request = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
    let connection = try await Connection(port: port)
    try await connection.channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: String(repeating: request, count: 100)))
      // The first response: the server has accepted the connection.
      var parts = inbound.makeAsyncIterator()
      _ = try await parts.next()
      try await body(outbound)
    }
  }
}
