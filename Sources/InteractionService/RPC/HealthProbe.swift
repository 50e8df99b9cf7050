package import GRPCCore
import GRPCProtobuf
import SwiftProtobuf

/// A client for health checks.
@available(InteractionEngine 1.0, *)
package enum HealthProbe {
  /// Returns whether a service is serving; the empty name is the server as a whole.
  ///
  /// - Throws: `RPCError` if the server cannot be reached in time, or does not know the service.
  package static func isServing(
    _ service: String, over client: GRPCClient<some ClientTransport>, within time: Duration
  ) async throws -> Bool {
    var options = CallOptions.defaults
    options.timeout = time
    return try await client.unary(
      request: ClientRequest(
        message: Grpc_Health_V1_HealthCheckRequest.with { $0.service = service }),
      descriptor: Grpc_Health_V1_Health.Method.Check.descriptor,
      serializer: ProtobufSerializer<Grpc_Health_V1_HealthCheckRequest>(),
      deserializer: ProtobufDeserializer<Grpc_Health_V1_HealthCheckResponse>(), options: options
    ) { response in
      try response.message.status == .serving
    }
  }
}
