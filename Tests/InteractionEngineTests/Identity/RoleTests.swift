import GRPCCore
import GRPCProtobuf
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Roles open what they are for, and health is for every caller", .timeLimit(.minutes(2)))
struct RoleTests {
  /// A call with its required role; nil for any.
  private struct RestrictedCall: Sendable {
    let role: String?
    let call: @Sendable (any EngineCaller) async throws -> Void

    init(_ role: String?, _ call: @escaping @Sendable (any EngineCaller) async throws -> Void) {
      (self.role, self.call) = (role, call)
    }
  }

  private let issuer = Issuer()

  private static let doors = [
    RestrictedCall("client") { try await TestStream($0).open() },
    RestrictedCall("client") { try await UnarySession($0).openUnread() },
    RestrictedCall("client") { running in
      let _: Interaction_V1_SimulateResponse = try await running.call(
        "InteractionService/Simulate", Interaction_V1_SimulateRequest.with { $0.level = 1 })
    },
    RestrictedCall("backend") {
      _ = try await Order.tab(1).send(as: "go", to: $0, session: "none")
    },
    RestrictedCall("operator") { _ = try await Inspector($0).list() },
    RestrictedCall("operator") { _ = try await Inspector($0).get("none") },
    RestrictedCall("operator") { _ = try await Inspector($0).watch("none") },
    RestrictedCall("operator") { _ = try await Inspector($0).recording("none") },
    RestrictedCall("operator") { running in
      let _: Interaction_Inspector_V1_ListExperiencesResponse = try await running.call(
        "InspectorService/ListExperiences", Interaction_Inspector_V1_ListExperiencesRequest())
    },
    RestrictedCall("operator") { try await Self.reflect("v1", $0) },
    RestrictedCall("operator") { try await Self.reflect("v1alpha", $0) },
    RestrictedCall(nil) { running in
      let _: Grpc_Health_V1_HealthCheckResponse = try await running.call(
        "grpc.health.v1.Health/Check", Grpc_Health_V1_HealthCheckRequest())
    },
    RestrictedCall(nil) { running in
      try await running.client.serverStreaming(
        request: ClientRequest(
          message: Grpc_Health_V1_HealthCheckRequest(), metadata: running.metadata),
        descriptor: MethodDescriptor(method: "grpc.health.v1.Health/Watch"),
        serializer: ProtobufSerializer<Grpc_Health_V1_HealthCheckRequest>(),
        deserializer: ProtobufDeserializer<Grpc_Health_V1_HealthCheckResponse>(),
        options: .defaults
      ) { response in
        for try await state in response.messages {
          #expect(state.status == .serving)
          return
        }
      }
    },
  ]

  /// Lists the services by reflection.
  private static func reflect(_ version: String, _ running: any EngineCaller) async throws {
    typealias Request = Grpc_Reflection_V1_ServerReflectionRequest
    typealias Response = Grpc_Reflection_V1_ServerReflectionResponse
    try await running.client.bidirectionalStreaming(
      request: StreamingClientRequest(metadata: running.metadata) { writer in
        try await writer.write(Request.with { $0.listServices = "" })
      },
      descriptor: MethodDescriptor(
        method: "grpc.reflection.\(version).ServerReflection/ServerReflectionInfo"),
      serializer: ProtobufSerializer<Request>(), deserializer: ProtobufDeserializer<Response>(),
      options: .defaults
    ) { response in
      for try await _ in response.messages {}
    }
  }

  /// Makes all calls, and checks that those without a suitable role end as expected.
  private func expectDoors(
    of roles: [String], _ running: any EngineCaller,
    otherwise refusal: String = "permissionDenied ROLE_MISSING"
  ) async {
    for (number, door) in Self.doors.enumerated() {
      let end = await CallCompletion.of { try await door.call(running) }
      if let role = door.role, !roles.contains(role) {
        #expect("\(end)" == refusal && end.domain == "interaction.v1", "\(number), \(roles)")
      } else {
        let isRefused = ["ROLE_MISSING", "TOKEN_INVALID", "TOKEN_MISSING"].contains(end.reason)
        #expect(!isRefused && end.code != .unimplemented, "\(number), \(roles)")
      }
    }
  }

  @Test(
    "each role, several, and words that are none",
    arguments: [
      ["client"], ["backend"], ["operator"], ["client", "operator"], ["Client"], ["attic"],
      ["client,backend"], ["client", "backend", "operator"],
    ])
  func roles(names: [String]) async throws {
    try await self.issuer.guarding { running in
      let token = try self.issuer.token(claims: ["roles": "\(names)"])
      await self.expectDoors(of: names, running.called(by: token))
    }
  }

  @Test("claims that name no role, or are none; and no token at all")
  func noRoles() async throws {
    try await self.issuer.guarding { running in
      for claim in [nil, "[]", #""""#] {
        let token = try self.issuer.token(claims: ["roles": claim])
        await self.expectDoors(of: [], running.called(by: token))
      }
      for claim in ["1", #"{"client": true}"#] {
        let token = try self.issuer.token(claims: ["roles": claim])
        await self.expectDoors(
          of: [], running.called(by: token), otherwise: "unauthenticated TOKEN_INVALID")
      }
      await self.expectDoors(of: [], running, otherwise: "unauthenticated TOKEN_MISSING")
    }
  }
}
