import GRPCCore

/// Fails calls whose deadline has passed. grpc-swift only cancels them, and a cancelled call may
/// end without an error.
@available(InteractionEngine 1.0, *)
struct DeadlineInterceptor: ServerInterceptor {
  /// Returns whether calls are cancelled because the server is draining.
  let isShuttingDown: @Sendable () -> Bool

  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
      StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    let response = try await next(request, context)
    guard case .success(var contents) = response.accepted,
      !Array(request.metadata[stringValues: "grpc-timeout"]).isEmpty
    else { return response }
    let produce = contents.producer
    contents.producer = { writer in
      let trailers = try await produce(writer)
      if context.cancellation.isCancelled, !self.isShuttingDown() {
        throw RPCError(code: .deadlineExceeded, message: "deadline exceeded")
      }
      return trailers
    }
    return StreamingServerResponse(accepted: .success(contents))
  }
}
