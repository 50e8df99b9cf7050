import GRPCCore
import GRPCInProcessTransport
import GRPCProtobuf
import InteractionWire
import Logging
import SwiftProtobuf
import Testing

@testable import InteractionService

/// The server's handling of deadlines, independent of the client's own.
@Suite("Deadlines")
struct DeadlineTests {
  private static let opening = Interaction_V1_InteractRequest.with {
    $0.open = .with {
      $0.level = 1
      $0.clientName = "test"
      $0.sessionID = "late"
      $0.surface = .with { ($0.width, $0.height, $0.scale) = (375, 812, 3) }
    }
  }

  @Test("A call that outlives its deadline ends with DEADLINE_EXCEEDED")
  func streams() async throws {
    for method in ["grpc.health.v1.Health/Watch", "interaction.v1.InteractionService/Interact"] {
      let (messages, code) = try await Self.call(method, timeout: "50m")
      #expect(messages > 0, "\(method)")
      #expect(code == .deadlineExceeded, "\(method)")
    }
  }

  @Test("A call that is over in time ends well")
  func inTime() async throws {
    let (messages, code) = try await Self.call("grpc.health.v1.Health/Check", timeout: "1H")
    #expect(messages == 1)
    #expect(code == nil)
  }

  /// Calls a method without a client-side deadline. Returns the number of messages and the status.
  private static func call(
    _ name: String, timeout: String
  ) async throws -> (messages: Int, code: RPCError.Code?) {
    let parts = name.split(separator: "/").map(String.init)
    let engine = try Engine(
      Engine.Configuration(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let transport = InProcessTransport()
    let server = engine.server(on: transport.server)
    let opening = parts[1] == "Interact" ? Self.opening : Interaction_V1_InteractRequest()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve() }
      let found = try await withGRPCClient(transport: transport.client) { client in
        try await client.bidirectionalStreaming(
          request: StreamingClientRequest(metadata: ["grpc-timeout": .string(timeout)]) { writer in
            try await writer.write(opening)
            // A stream stays open, a unary call ends after its message.
            if parts[1] == "Interact" { try await Task.sleep(for: .seconds(3600)) }
          },
          descriptor: MethodDescriptor(fullyQualifiedService: parts[0], method: parts[1]),
          serializer: ProtobufSerializer<Interaction_V1_InteractRequest>(),
          deserializer: ProtobufDeserializer<Google_Protobuf_Empty>(), options: .defaults
        ) { response in
          var messages = 0
          do {
            for try await _ in response.messages { messages += 1 }
            return (messages, RPCError.Code?.none)
          } catch let error as RPCError {
            return (messages, error.code)
          }
        }
      }
      server.beginGracefulShutdown()
      try await group.waitForAll()
      return found
    }
  }
}
