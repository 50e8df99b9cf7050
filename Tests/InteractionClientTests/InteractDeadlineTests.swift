import GRPCCore
import GRPCNIOTransportHTTP2
import GRPCProtobuf
import InteractionCore
import InteractionService
import InteractionTransport
import InteractionWire
import Logging
import SwiftProtobuf
import Testing

@Suite("Deadlines of Interact over HTTP/2")
struct InteractDeadlineTests {
  private static let opening = Interaction_V1_InteractRequest.with {
    $0.open = .with {
      $0.level = 1
      $0.clientName = "test"
      $0.sessionID = "late"
      $0.surface = .with { ($0.width, $0.height, $0.scale) = (375, 812, 3) }
    }
  }

  @Test(
    "a session that outlives its deadline ends with DEADLINE_EXCEEDED, one in time well",
    arguments: [true, false])
  func deadline(isLate: Bool) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var configuration = Engine.Configuration()
    // A slow test machine must not count as overloaded.
    configuration.admission.lag = .seconds(10)
    let host = EngineHost(try Engine(configuration, logger: logger))
    try await host.withLoopbackListener { port in
      let transport = try HTTP2ClientTransport.Posix(
        target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
      let (messages, code) = try await withGRPCClient(transport: transport) { client in
        try await Self.call(client, timeout: isLate ? "50m" : "1H", ends: !isLate)
      }
      #expect(messages > 0)
      #expect(code == (isLate ? .deadlineExceeded : nil))
    }
  }

  /// Opens a session with a `grpc-timeout` header that the client itself ignores. Returns the
  /// number of messages and the call's status.
  private static func call(
    _ client: GRPCClient<HTTP2ClientTransport.Posix>, timeout: String, ends: Bool
  ) async throws -> (messages: Int, code: RPCError.Code?) {
    try await client.bidirectionalStreaming(
      request: StreamingClientRequest(metadata: ["grpc-timeout": .string(timeout)]) { writer in
        try await writer.write(Self.opening)
        if !ends { try await Task.sleep(for: .seconds(3600)) }
      },
      descriptor: MethodDescriptor(
        fullyQualifiedService: "interaction.v1.InteractionService", method: "Interact"),
      serializer: ProtobufSerializer<Interaction_V1_InteractRequest>(),
      deserializer: ProtobufDeserializer<Google_Protobuf_Empty>(), options: .defaults
    ) { response in
      var messages = 0
      do {
        for try await _ in response.messages { messages += 1 }
        return (messages, nil)
      } catch let error as RPCError {
        return (messages, error.code)
      }
    }
  }
}
