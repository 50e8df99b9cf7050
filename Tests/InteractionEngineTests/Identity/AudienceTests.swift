import GRPCCore
import GRPCProtobuf
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Listeners for users and for operators", .timeLimit(.minutes(2)))
struct AudienceTests {
  /// Returns the end of a call of each service on a listener with an audience.
  private func ends(on running: RunningEngine) async -> (
    users: [CallCompletion], backends: CallCompletion, operators: [CallCompletion]
  ) {
    let users = [
      await CallCompletion.of { try await TestStream(running).open() },
      await CallCompletion.of { try await UnarySession(running).openUnread() },
    ]
    let backends = await CallCompletion.of {
      _ = try await Order.countUp.send(as: "up", to: running)
    }
    let operators = [
      await CallCompletion.of { _ = try await Inspector(running).list() },
      await CallCompletion.of { _ = try await Inspector(running).drain(nil) },
    ]
    return (users, backends, operators)
  }

  @Test("each has its own services; a call of another one is unimplemented")
  func services() async throws {
    try await RunningEngine.with([:], audience: .users) { running in
      let (users, backends, operators) = await self.ends(on: running)
      #expect(users.allSatisfy { $0.code != .unimplemented } && backends.code != .unimplemented)
      #expect(operators.allSatisfy { $0.code == .unimplemented })
    }
    try await RunningEngine.with([:], audience: .operators) { running in
      let (users, backends, operators) = await self.ends(on: running)
      #expect(users.allSatisfy { $0.code == .unimplemented } && backends.code != .unimplemented)
      #expect(operators == [.well, .well])
    }
  }

  @Test(
    "health and reflection speak of the services that a listener has",
    arguments: [
      (Engine.Audience.users, ["ControlService", "InteractionService"]),
      (.operators, ["ControlService", "InspectorService"]),
      (.all, ["ControlService", "InspectorService", "InteractionService"]),
    ])
  func listed(audience: Engine.Audience, names: [String]) async throws {
    try await RunningEngine.with([:], audience: audience) { running in
      let found = try await Self.reflected(running).filter { $0.hasPrefix("interaction.") }
      #expect(found.compactMap { $0.split(separator: ".").last.map(String.init) }.sorted() == names)
      for name in ["ControlService", "InspectorService", "InteractionService"] {
        let service = MethodDescriptor(method: "\(name)/any").service.fullyQualifiedService
        let end = await CallCompletion.of {
          let _: Grpc_Health_V1_HealthCheckResponse = try await running.call(
            "grpc.health.v1.Health/Check",
            Grpc_Health_V1_HealthCheckRequest.with { $0.service = service })
        }
        #expect(end.code == (names.contains(name) ? nil : .notFound), "\(name)")
      }
    }
  }

  /// Returns the services that reflection lists.
  private static func reflected(_ running: RunningEngine) async throws -> [String] {
    typealias Request = Grpc_Reflection_V1_ServerReflectionRequest
    typealias Response = Grpc_Reflection_V1_ServerReflectionResponse
    return try await running.client.bidirectionalStreaming(
      request: StreamingClientRequest { writer in
        try await writer.write(Request.with { $0.listServices = "" })
      },
      descriptor: MethodDescriptor(
        method: "grpc.reflection.v1.ServerReflection/ServerReflectionInfo"),
      serializer: ProtobufSerializer<Request>(), deserializer: ProtobufDeserializer<Response>(),
      options: .defaults
    ) { response in
      var names: [String] = []
      for try await answer in response.messages {
        names += answer.listServicesResponse.service.map(\.name)
      }
      return names
    }
  }

  @Test("a listener of their own is no proof: operators need their role there, too")
  func roles() async throws {
    let issuer = Issuer()
    try await issuer.guarding(audience: .operators) { running in
      let none = await CallCompletion.of { _ = try await Inspector(running).list() }
      #expect(none.reason == "TOKEN_MISSING")
      let operatorCall = running.called(by: try issuer.token("operator"))
      let command = await CallCompletion.of {
        _ = try await Order.countUp.send(as: "up", to: operatorCall)
      }
      #expect(command.reason == "ROLE_MISSING")
      let client = running.called(by: try issuer.token())
      let wrong = await CallCompletion.of { _ = try await Inspector(client).list() }
      #expect(wrong.reason == "ROLE_MISSING")
      _ = try await Inspector(operatorCall).list()
    }
  }
}
