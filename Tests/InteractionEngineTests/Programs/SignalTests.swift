import Foundation
import GRPCCore
import GRPCProtobuf
import InteractionWire
import NIOCore
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Servers that go down by a signal", .timeLimit(.minutes(5)))
struct SignalTests {
  private func drained(_ client: TestStream) async throws {
    _ = try await client.receive(until: \.hasDrain)
  }

  @Test("sessions and watchers of health hear of it; reflection is not waited for")
  func sessions() async throws {
    try await ProgramEngine.with { engine in
      let client = TestStream(engine)
      try await client.open()
      var states = try await engine.health().makeAsyncIterator()
      #expect(try await states.next() == .serving)
      let reflection = engine.run {
        _ = try? await Self.reflect(engine)
      }
      defer { reflection.cancel() }
      engine.tell(SIGTERM)
      #expect(try await states.next() == .notServing)
      let (frames, end) = await client.rest()
      #expect(frames.count(where: \.hasDrain) == 1 && "\(end)" == "unavailable DRAINING")
      #expect(try await engine.ended() == 0)
    }
  }

  /// Opens a reflection call that stays open.
  private static func reflect(_ engine: ProgramEngine) async throws {
    typealias Request = Grpc_Reflection_V1_ServerReflectionRequest
    typealias Response = Grpc_Reflection_V1_ServerReflectionResponse
    try await engine.client.bidirectionalStreaming(
      request: StreamingClientRequest { writer in
        try await writer.write(Request.with { $0.listServices = "" })
        try await Task.sleep(for: .seconds(3_600))
      },
      descriptor: MethodDescriptor(
        method: "grpc.reflection.v1.ServerReflection/ServerReflectionInfo"),
      serializer: ProtobufSerializer<Request>(), deserializer: ProtobufDeserializer<Response>(),
      options: .defaults
    ) { response in
      for try await _ in response.messages {}
    }
  }

  @Test("a watch of health begins with the state of a known or an unknown service")
  func firstState() async throws {
    try await ProgramEngine.with { engine in
      for (service, state) in [
        ("", Grpc_Health_V1_HealthCheckResponse.ServingStatus.serving), ("attic", .serviceUnknown),
      ] {
        var states = try await engine.health(of: service).makeAsyncIterator()
        #expect(try await states.next() == state)
      }
    }
  }

  @Test("SIGINT ends the server")
  func interrupt() async throws {
    try await ProgramEngine.with { engine in
      let code = try await engine.ended(by: SIGINT)
      #expect(code == 0)
    }
  }

  @Test("a second SIGTERM ends it at once, but not within a second: it may come to the group, too")
  func secondTerm() async throws {
    try await ProgramEngine.with {
      $0.drainDeadline = 600
    } _: { engine in
      let client = TestStream(engine)
      try await client.open()
      let start = ContinuousClock.now
      engine.tell(SIGTERM)
      engine.tell(SIGTERM)
      try await self.drained(client)
      engine.tell(SIGTERM)
      // A duplicate signal is ignored. On a slow machine it is not a duplicate.
      if ContinuousClock.now - start < .milliseconds(900) {
        try await Task.sleep(for: .milliseconds(1_200))
        #expect(try await client.exchange(.tap(1)).tabs == [1])
      }
      #expect(try await engine.ended(by: SIGTERM) == 1)
    }
  }

  @Test("SIGINT right after a signal ends it at once", arguments: [SIGINT, SIGTERM])
  func interruptAfter(first: Int32) async throws {
    try await ProgramEngine.with {
      $0.drainDeadline = 600
    } _: { engine in
      let client = TestStream(engine)
      try await client.open()
      engine.tell(first)
      try await self.drained(client)
      #expect(try await engine.ended(by: SIGINT) == 1)
    }
  }

  @Test("metrics and readiness until the end; connections that say nothing do not keep the engine")
  func monitoring() async throws {
    try await ProgramEngine.with(["--monitoring-port", "0"]) {
      $0.drainDeadline = 600
    } _: { engine in
      let monitor = engine.monitor
      let ready = try await monitor.get("/health/ready")
      #expect(ready.status == 200 && ready.text == "ready")
      let client = TestStream(engine)
      try await client.open()
      var silent: [any NIOCore.Channel] = []
      for number in 0 ..< 200 {
        let channel = try await monitor.connect()
        silent.append(channel)
        if number % 2 == 0 {
          try await channel.writeAndFlush(
            ByteBuffer(string: "GET /metrics HTTP/1.1\r\nHost: a\r\n"))
        }
      }
      engine.tell(SIGTERM)
      try await self.drained(client)
      let draining = try await monitor.get("/health/ready")
      #expect(draining.status == 503 && draining.text == "draining")
      #expect(try await monitor.number("draining") == 1)
      #expect(try await monitor.get("/health/live").status == 200)
      try await client.exchange(.tap(1))
      #expect(try await monitor.number("sessions_active") == 1)
      #expect(try await monitor.number(#"events_total{kind="tap"}"#) == 1)
      #expect(await client.close().end == .well)
      #expect(try await engine.ended() == 0)
      for channel in silent { try? await channel.close() }
    }
  }

  @Test("operators and monitoring have listeners of their own, until the last session is over")
  func listeners() async throws {
    let options = [
      "--operator-port", "0", "--monitoring-port", "0", "--monitoring-host", "127.0.0.2",
    ]
    try await ProgramEngine.with(options) {
      $0.drainDeadline = 600
    } _: { engine in
      var monitor = engine.monitor
      await #expect(throws: (any Error).self) { try await monitor.get("/health/ready") }
      monitor.host = "127.0.0.2"
      #expect(try await monitor.get("/health/ready").status == 200)
      let client = TestStream(engine)
      try await client.open { $0.sessionID = "here" }
      let end = await CallCompletion.of { _ = try await Inspector(engine).list() }
      #expect(end.code == .unimplemented)
      engine.tell(SIGTERM)
      try await self.drained(client)
      let left = try await Inspector(engine.caller(on: "operators")).list()
      #expect(left.sessions.map(\.sessionID) == ["here"] && left.totalSize == 1)
      #expect(left.nextPageToken.isEmpty)
      #expect(await client.close().end == .well)
      #expect(try await engine.ended() == 0)
    }
  }

  @Test("a supervisor hears that it serves, and that it drains before the last session is over")
  func supervisor() async throws {
    let folder = try TestFolder()
    let socket = try SupervisorSocket(folder.path("notify"))
    try await ProgramEngine.with(["--monitoring-port", "0"]) {
      ($0.drainDeadline, $0.environment["NOTIFY_SOCKET"]) = (600, folder.path("notify"))
    } _: { engine in
      let places = "listening on \(engine.address), monitoring on 127.0.0.1:\(engine.monitor.port)"
      #expect(try await socket.heard() == "READY=1\nSTATUS=\(places)")
      let client = TestStream(engine)
      try await client.open()
      #expect(socket.datagram == nil)
      engine.tell(SIGTERM)
      #expect(try await socket.heard() == "STOPPING=1\nSTATUS=draining")
      try await self.drained(client)
      #expect(await client.close().end == .well)
      #expect(try await engine.ended() == 0)
      #expect(socket.datagram == nil)
    }
  }

  @Test("an engine without a session is down at once, and tells a supervisor on an abstract socket")
  func abstractSocket() async throws {
    let name = "@\(UUID().uuidString)"
    let socket = try SupervisorSocket(name)
    try await ProgramEngine.with {
      $0.environment["NOTIFY_SOCKET"] = name
    } _: { engine in
      let first = try await socket.heard()
      #expect(first.hasPrefix("READY=1\n"))
      #expect(try await engine.ended(by: SIGTERM) == 0)
      #expect(try await socket.heard().hasPrefix("STOPPING=1\n"))
    }
  }

  @Test("a supervisor that is gone costs a warning")
  func noSupervisor() async throws {
    try await ProgramEngine.with {
      ($0.level, $0.environment["NOTIFY_SOCKET"]) = ("warning", "/attic/notify")
    } _: { engine in
      try await engine.expectSession()
      #expect(try await engine.ended(by: SIGTERM) == 0)
      #expect(engine.text.contains("cannot notify the supervisor"))
    }
  }
}

/// The socket of a supervisor such as systemd.
private final class SupervisorSocket: Sendable {
  private let descriptor: Int32

  init(_ name: String) throws {
    self.descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = [UInt8](name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: bytes)
      if name.hasPrefix("@") { path[0] = 0 }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let bound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(self.descriptor, $0, size)
      }
    }
    guard bound == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(self.descriptor) }

  /// The received datagram; nil if there is none.
  var datagram: String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(self.descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Waits for the next datagram.
  func heard() async throws -> String {
    while true {
      if let datagram { return datagram }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

extension EngineCaller {
  typealias HealthStates = AsyncThrowingStream<
    Grpc_Health_V1_HealthCheckResponse.ServingStatus, any Error
  >

  /// Watches the health of a service, or of the engine.
  func health(of service: String = "") async throws -> HealthStates {
    let (states, continuation) = HealthStates.makeStream()
    let (client, metadata) = (self.client, self.metadata)
    _ = self.run {
      let end = await CallCompletion.of {
        try await client.serverStreaming(
          request: ClientRequest(
            message: Grpc_Health_V1_HealthCheckRequest.with { $0.service = service },
            metadata: metadata),
          descriptor: MethodDescriptor(method: "grpc.health.v1.Health/Watch"),
          serializer: ProtobufSerializer<Grpc_Health_V1_HealthCheckRequest>(),
          deserializer: ProtobufDeserializer<Grpc_Health_V1_HealthCheckResponse>(),
          options: .defaults
        ) { response in
          for try await state in response.messages { continuation.yield(state.status) }
        }
      }
      continuation.finish(throwing: end == .well ? nil : end)
    }
    return states
  }
}
