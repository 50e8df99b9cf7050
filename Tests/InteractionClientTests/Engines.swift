import GRPCCore
import GRPCInProcessTransport
import GRPCNIOTransportHTTP2
import InteractionChaos
import InteractionClient
import InteractionCore
import InteractionService
import InteractionStream
import InteractionTransport
import Logging

/// The transports of the end-to-end suite.
enum TestTransport: String, Sendable, CaseIterable {
  case inProcess
  case http2
  /// A WebSocket, as in browsers.
  case webSocket

  /// Opens a session on a fresh engine.
  typealias Open = @Sendable (SessionConfiguration) -> InteractionSession

  /// Runs `body` with a client of a fresh engine.
  ///
  /// - Parameter interceptors: The server's interceptors; applied in process only.
  func withEngine(
    limits: StreamLimits = StreamLimits(), interceptors: [any ServerInterceptor] = [],
    _ body: @Sendable (Open) async throws -> Void
  ) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var configuration = Engine.Configuration()
    configuration.limits = limits
    // A slow test machine must not count as overloaded.
    configuration.admission.lag = .seconds(10)
    let engine = try Engine(configuration, logger: logger)
    switch self {
    case .inProcess:
      let transport = InProcessTransport()
      let server = engine.server(on: transport.server, interceptors: interceptors)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.serve() }
        try await Self.run(InteractionClient(transport: transport.client), body)
        server.beginGracefulShutdown()
        try await group.waitForAll()
      }
    case .webSocket:
      try await EngineHost(engine).onWebLoopback { port in
        let transport = WebSocketCarrier(
          ["ws://127.0.0.1:\(port)/v1/interact"], over: NIOWebSockets())
        try await Self.run(InteractionClient(transport), body)
      }
    case .http2:
      try await EngineHost(engine).withLoopbackListener { port in
        let transport = try HTTP2ClientTransport.Posix(
          target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
        try await Self.run(InteractionClient(transport: transport), body)
      }
    }
  }

  private static func run(
    _ client: InteractionClient,
    _ body: @Sendable (Open) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await client.run() }
      try await body { client.open($0) }
      client.shutDown()
      try await group.waitForAll()
    }
  }
}
