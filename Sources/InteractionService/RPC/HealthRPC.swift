import GRPCCore
import SwiftProtobuf
import Synchronization

/// Whether the server serves, and who wants to know when that changes.
final class HealthState: Sendable {
  private struct State: Sendable {
    var isServing = true
    var watchers: [Int: AsyncStream<Bool>.Continuation] = [:]
    var nextWatcher = 0
  }

  /// The services that have a state; the empty name is the server as a whole.
  static let services = [
    "", "interaction.v1.InteractionService", "interaction.v1.ControlService",
    "interaction.v1.InspectorService",
  ]

  private let state = Mutex(State())

  /// Whether the server serves.
  var isServing: Bool { self.state.withLock { $0.isServing } }

  /// From now on it does not.
  func stopServing() {
    self.state.withLock { state in
      state.isServing = false
      for watcher in state.watchers.values { watcher.yield(false) }
    }
  }

  /// The state now, and whenever it changes.
  func watch() -> AsyncStream<Bool> {
    // Only the newest state matters to somebody who reads slowly.
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    self.state.withLock { state in
      let id = state.nextWatcher
      state.nextWatcher += 1
      state.watchers[id] = continuation
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) }
      }
      continuation.yield(state.isServing)
    }
    return stream
  }
}

/// `grpc.health.v1.Health`.
struct HealthRPC: Grpc_Health_V1_Health.SimpleServiceProtocol {
  let state: HealthState
  /// Services that the listener does not have.
  var absent: Set<String> = []

  private var services: [String] { HealthState.services.filter { !self.absent.contains($0) } }

  func check(
    request: Grpc_Health_V1_HealthCheckRequest, context: ServerContext
  ) async throws -> Grpc_Health_V1_HealthCheckResponse {
    guard self.services.contains(request.service) else {
      throw RPCError(
        code: .notFound,
        message: "there is no service '\(request.service.prefix(64))'; List names them")
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
    let changes = self.state.watch()
    try await untilCancelled(context) {
      for await isServing in changes {
        try await writer.write(
          isKnown ? Self.response(isServing) : .with { $0.status = .serviceUnknown })
      }
    }
  }

  private static func response(_ isServing: Bool) -> Grpc_Health_V1_HealthCheckResponse {
    .with { $0.status = isServing ? .serving : .notServing }
  }
}
