import GRPCCore
import InteractionWire

/// Refuses calls that name another engine in the header ``RoutingKey/engineHeader``, such as a
/// `Drain` that a proxy has routed elsewhere. Follows the authentication, so that only callers with
/// a role learn the name of the engine.
@available(InteractionEngine 1.0, *)
struct AddressedEngineInterceptor: ServerInterceptor {
  let directory: FleetDirectory

  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
      StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    for name in request.metadata[stringValues: RoutingKey.engineHeader] { try self.check(name) }
    return try await next(request, context)
  }

  private func check(_ name: String) throws(RPCError) {
    let own = self.directory.name
    guard name != own else { return }
    let answering = own.map { "engine '\($0)'" } ?? "an engine without a fleet"
    throw RPCError(
      code: .failedPrecondition,
      message: "\(RoutingKey.engineHeader) is '\(name.prefix(64))', but \(answering) has received"
        + " the call; send it through the fleet's proxy with the engine's routing key, or to the"
        + " engine itself")
  }
}
