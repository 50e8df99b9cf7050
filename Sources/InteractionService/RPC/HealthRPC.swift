import GRPCCore
import SwiftProtobuf

/// `grpc.health.v1.Health`.
@available(InteractionEngine 1.0, *)
struct HealthRPC: Grpc_Health_V1_Health.SimpleServiceProtocol {
  let state: HealthState
  /// The services that the listener does not have.
  var absent: Set<String> = []

  private var services: [String] { HealthState.services.filter { !self.absent.contains($0) } }

  func check(
    request: Grpc_Health_V1_HealthCheckRequest, context: ServerContext
  ) async throws -> Grpc_Health_V1_HealthCheckResponse {
    guard self.services.contains(request.service) else {
      throw RPCError(
        code: .notFound,
        message: "unknown service '\(request.service.prefix(64))'; List returns the known ones")
    }
    return Self.response(self.state.isServing)
  }

  func list(
    request: Grpc_Health_V1_HealthListRequest, context: ServerContext
  ) async throws -> Grpc_Health_V1_HealthListResponse {
    let response = Self.response(self.state.isServing)
    return .with { list in
      for service in self.services { list.statuses[service] = response }
    }
  }

  func watch(
    request: Grpc_Health_V1_HealthCheckRequest,
    response writer: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
    context: ServerContext
  ) async throws {
    let isKnown = self.services.contains(request.service)
    let news = self.state.watch(on: context.remotePeer)
    try await untilCancelled(context) {
      for await news in news {
        guard case .serves(let isServing) = news else {
          throw RPCError(
            code: .resourceExhausted,
            message: "too many watches: at most \(HealthState.watchersPerConnection) per connection"
              + " and \(HealthState.watchers) in total; use Check, or watch fewer services")
        }
        try await writer.write(
          isKnown ? Self.response(isServing) : .with { $0.status = .serviceUnknown })
      }
    }
  }

  private static func response(_ isServing: Bool) -> Grpc_Health_V1_HealthCheckResponse {
    .with { $0.status = isServing ? .serving : .notServing }
  }
}
