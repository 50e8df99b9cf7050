import InteractionMonitoring
import Metrics
import NIOCore
import Testing

/// The server over real connections.
@Suite(.timeLimit(.minutes(1)))
struct MonitoringServerTests {
  private let serving = MonitoringFixture()

  @Test(
    "the endpoints",
    arguments: [
      ("/health/live", 200, "text/plain; charset=utf-8", "ok"),
      ("/health/ready", 200, "text/plain; charset=utf-8", "ready"),
      ("/metrics", 200, "text/plain; version=0.0.4; charset=utf-8", "\na_total 1\n"),
      ("/metrics?now", 200, "text/plain; version=0.0.4; charset=utf-8", "\na_total 1\n"),
      ("/", 200, "text/html; charset=utf-8", "<a href=\"/health/ready\">"),
      ("/nothing", 404, "text/plain; charset=utf-8", "Paths: /, /metrics, /health/live"),
      ("/metrics/", 404, "text/plain; charset=utf-8", "Paths: /, /metrics, /health/live"),
    ])
  func endpoints(path: String, status: Int, type: String, body: String) async throws {
    Counter(label: "a_total", factory: self.serving.metrics).increment()
    try await self.serving.run { _, port in
      let answer = try await Connection.answer("GET", path, port: port)
      #expect(answer.status == status)
      #expect(answer["content-type"] == type)
      #expect(answer["cache-control"] == "no-store")
      #expect(path.hasPrefix("/health") ? answer.body == body : answer.body.contains(body))

      let head = try await Connection.answer("HEAD", path, port: port)
      #expect(head.status == status)
      #expect(head["content-type"] == type)
      #expect(head.body == "")
      // The values of the process's metrics vary.
      if !path.hasPrefix("/metrics") {
        #expect(head["content-length"] == "\(answer.body.utf8.count)")
      }
    }
  }

  @Test("other methods", arguments: ["POST", "DELETE", "OPTIONS"])
  func methods(method: String) async throws {
    try await self.serving.run { _, port in
      let answer = try await Connection.answer(method, "/metrics", port: port)
      #expect(answer.status == 404)
      #expect(answer.body.contains("use GET or HEAD"))
    }
  }

  @Test("readiness is asked for each time")
  func readiness() async throws {
    self.serving.set(.notReady(reason: "loading experiences"))
    try await self.serving.run { _, port in
      var answer = try await Connection.answer("GET", "/health/ready", port: port)
      #expect(answer.status == 503)
      #expect(answer.body == "loading experiences")
      #expect(try await Connection.answer("GET", "/health/live", port: port).status == 200)
      self.serving.set(.ready)
      answer = try await Connection.answer("GET", "/health/ready", port: port)
      #expect(answer.status == 200)
      self.serving.set(.notReady(reason: "draining"))
      answer = try await Connection.answer("GET", "/health/ready", port: port)
      #expect(answer.body == "draining")
    }
  }

  @Test(
    "it ends with its task or when told, and closes silent connections",
    arguments: [true, false])
  func ending(byCancellation: Bool) async throws {
    let server = self.serving.server()
    let task = Task { try await server.serve() }
    let port = try await server.listeningPort
    try await Connection(port: port).channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n"))
      var parts = inbound.makeAsyncIterator()
      let answer = try await parts.next().map { String(buffer: $0) }
      #expect(answer?.hasSuffix("ok") == true)
      if byCancellation { task.cancel() } else { server.beginShutdown() }
      try await task.value
      #expect(try await parts.next() == nil)
    }
    await #expect(throws: (any Error).self) { try await Connection(port: port) }
  }

  @Test("a shutdown before the start")
  func earlyShutdown() async throws {
    let server = self.serving.server()
    server.beginShutdown()
    try await server.serve()
  }

  @Test("a port that is taken is named")
  func takenPort() async throws {
    try await self.serving.run { _, port in
      let second = self.serving.server(port: port)
      let error = await #expect(throws: MonitoringError.self) { try await second.serve() }
      #expect(error?.code == .portTaken)
      #expect(error?.description.contains("127.0.0.1:\(port)") == true)
      await #expect(throws: IOError.self) { try await second.listeningPort }
    }
  }

  @Test("an address that is not of this machine, and none at all", arguments: ["192.0.2.1", ""])
  func otherAddress(host: String) async throws {
    let server = self.serving.server(host: host)
    let error = await #expect(throws: MonitoringError.self) { try await server.serve() }
    #expect(error?.code == .cannotListen)
  }
}
