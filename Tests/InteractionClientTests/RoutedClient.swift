import GRPCCore
import GRPCNIOTransportHTTP2
import GRPCProtobuf
import InteractionCore
import InteractionService
import InteractionTransport
import Logging
import SwiftProtobuf

/// A client of an engine behind grpc-swift's router, over HTTP/2 on the loopback interface.
struct RoutedClient: Sendable {
  let client: GRPCClient<HTTP2ClientTransport.Posix>

  /// Runs `body` with a client of a fresh engine, on one connection.
  static func with<Result: Sendable>(
    _ change: (inout Engine.Configuration) -> Void = { _ in },
    _ body: @Sendable (RoutedClient) async throws -> Result
  ) async throws -> Result {
    try await Self.host(change).withLoopbackListener { try await Self.connect(to: $0, body) }
  }

  /// Makes a fresh engine.
  static func host(
    _ change: (inout Engine.Configuration) -> Void = { _ in }
  ) throws -> EngineHost {
    var configuration = Engine.Configuration()
    // A slow test machine must not count as overloaded.
    configuration.admission.lag = .seconds(100)
    change(&configuration)
    return EngineHost(
      try Engine(configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
  }

  /// Runs `body` with a client of an engine.
  static func connect<Result: Sendable>(
    to port: Int, _ body: @Sendable (RoutedClient) async throws -> Result
  ) async throws -> Result {
    let transport = try HTTP2ClientTransport.Posix(
      target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
    return try await withGRPCClient(transport: transport) {
      try await body(RoutedClient(client: $0))
    }
  }

  /// Makes a unary call of a method such as `grpc.health.v1.Health/Check`.
  func call<Request: Message, Response: Message>(
    _ method: String, _ request: Request, _ metadata: Metadata = [:]
  ) async throws -> Response {
    try await self.client.unary(
      request: ClientRequest(message: request, metadata: metadata),
      descriptor: Self.descriptor(method), serializer: ProtobufSerializer<Request>(),
      deserializer: ProtobufDeserializer<Response>(), options: .defaults
    ) { try $0.message }
  }

  /// Makes a call with a response stream, until `read` returns.
  func stream<Request: Message, Response: Message, Result: Sendable>(
    _ method: String, _ metadata: Metadata = [:],
    write: @escaping @Sendable (RPCWriter<Request>) async throws -> Void,
    read: @escaping @Sendable (StreamingClientResponse<Response>) async throws -> Result
  ) async throws -> Result {
    try await self.client.bidirectionalStreaming(
      request: StreamingClientRequest(metadata: metadata, producer: write),
      descriptor: Self.descriptor(method), serializer: ProtobufSerializer<Request>(),
      deserializer: ProtobufDeserializer<Response>(), options: .defaults, onResponse: read)
  }

  private static func descriptor(_ method: String) -> MethodDescriptor {
    let parts = method.split(separator: "/").map(String.init)
    return MethodDescriptor(fullyQualifiedService: parts[0], method: parts[1])
  }
}
