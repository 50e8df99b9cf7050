import Foundation
import GRPCCore
import InteractionCore
import InteractionIdentity
import InteractionStream

/// Identifies the caller of each call of a service, and keeps the service for callers with a role.
@available(InteractionEngine 1.0, *)
struct IdentityInterceptor: ServerInterceptor {
  /// A call that is carried out.
  struct Call: Sendable {
    let caller: Caller
    /// The caller's trace ID, if any.
    let trace: TraceID?
    /// The time of day at which it ends, if it lasts that long: some time after the caller's token
    /// has expired.
    let end: Date?
  }

  /// The call that is carried out; nil for a service that does not ask for its callers.
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
      caller = try await self.engine.gatekeeper.caller(
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

  /// The contents of an answer, produced as part of the call: grpc-swift produces them once the
  /// handler has returned.
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
  /// The caller, as ``IdentityInterceptor`` has found it.
  ///
  /// - Throws: If the interceptor is not in place: then nobody knows who calls.
  var caller: Caller {
    get throws {
      guard let call = IdentityInterceptor.call else {
        throw RPCError(code: .internalError, message: "the caller was not identified")
      }
      return call.caller
    }
  }
}
