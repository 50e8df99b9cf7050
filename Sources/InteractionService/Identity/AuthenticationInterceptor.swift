import Foundation
import GRPCCore
import InteractionCore
import InteractionIdentity
import InteractionStream

/// Authenticates the caller of each call of a service, and requires a role.
@available(InteractionEngine 1.0, *)
struct AuthenticationInterceptor: ServerInterceptor {
  /// The current call.
  struct Call: Sendable {
    let caller: Caller
    /// The caller's trace ID, if any.
    let trace: TraceID?
    /// The wall-clock time at which the call is ended: a grace period after the token's expiry; nil
    /// without expiry.
    let end: Date?
  }

  /// The current call; nil in a service without authentication.
  @TaskLocal static var call: Call?

  let engine: Engine
  let role: Role

  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
      StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    let trace = TraceID(request.metadata)
    let caller: Caller
    do throws(StreamError) {
      caller = try await self.engine.callerAuthentication.caller(
        request.metadata, context, needing: self.role)
    } catch {
      self.engine.refused(
        error, method: context.descriptor.method, from: context.peerAddress, in: trace)
      throw error
    }
    let grace = self.engine.limits.expiryGrace.seconds
    let call = Call(
      caller: caller, trace: trace, end: caller.expires?.addingTimeInterval(grace))
    var response = try await Self.$call.withValue(call) { try await next(request, context) }
    response.accepted = response.accepted.map { Self.produce($0, in: call) }
    return response
  }

  /// Returns contents that are produced with the task-local call: grpc-swift produces them after
  /// the handler has returned.
  private static func produce<Output: Sendable>(
    _ contents: StreamingServerResponse<Output>.Contents, in call: Call
  ) -> StreamingServerResponse<Output>.Contents {
    StreamingServerResponse<Output>.Contents(metadata: contents.metadata) { writer in
      try await Self.$call.withValue(call) { try await contents.producer(writer) }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension ServerContext {
  /// The caller that ``AuthenticationInterceptor`` has authenticated.
  ///
  /// - Throws: `INTERNAL` if the interceptor is not installed.
  var caller: Caller {
    get throws {
      guard let call = AuthenticationInterceptor.call else {
        throw RPCError(code: .internalError, message: "the call was not authenticated")
      }
      return call.caller
    }
  }
}
