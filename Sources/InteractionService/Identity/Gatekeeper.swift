package import GRPCCore
package import InteractionIdentity
package import InteractionStream
import InteractionWire
package import X509

/// Identifies callers, and checks their roles.
@available(InteractionEngine 1.0, *)
package struct Gatekeeper: Sendable {
  /// The certificate that a connection's other end has proven to be its own; nil if none.
  package typealias PeerCertificate = @Sendable (ServerContext) -> Certificate?

  /// Lets every caller do everything: for plaintext on the loopback interface.
  package static let open = Gatekeeper(authority: .open) { _ in nil }

  let authority: Authority
  private let certificate: PeerCertificate

  package init(authority: Authority, certificate: @escaping PeerCertificate) {
    self.authority = authority
    self.certificate = certificate
  }

  /// Who makes a call that needs `role`.
  func caller(
    _ metadata: Metadata, _ context: ServerContext, needing role: Role
  ) async throws(StreamError) -> Caller {
    try await self.caller(
      authorization: Array(metadata[stringValues: "authorization"]),
      certificate: self.certificate(context), needing: role)
  }

  /// The caller where calls need no proof; nil where they do.
  package var anonymous: Caller? { self.authority.anonymous }

  /// Who makes a call that needs `role`.
  ///
  /// - Parameter authorization: The headers of that name.
  package func caller(
    authorization: [String], certificate: Certificate?, needing role: Role
  ) async throws(StreamError) -> Caller {
    guard authorization.count <= 1 else {
      throw StreamError(
        .tokenInvalid, "authorization comes \(authorization.count) times; send it once")
    }
    do {
      let caller = try await self.authority.caller(
        authorization: authorization.first, certificate: certificate)
      try caller.require(role)
      return caller
    } catch {
      throw StreamError(error)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension StreamError {
  init(_ error: IdentityError) {
    let reason: Reason =
      switch error.reason {
      case .tokenMissing: .tokenMissing
      case .tokenInvalid: .tokenInvalid
      case .tokenExpired: .tokenExpired
      case .roleMissing: .roleMissing
      }
    self.init(reason, error.message)
  }
}

@available(InteractionEngine 1.0, *)
extension Caller {
  /// Makes an opening the caller's own: where a token says who it is, the session is that user's.
  /// A caller with a certificate may open sessions for any user: it has checked its users itself.
  ///
  /// - Throws: If the opening names another user than the token.
  func claim(_ open: inout OpenFrame) throws(StreamError) {
    guard self.kind == .token else { return }
    guard open.user.isEmpty || open.user == self.subject else {
      throw StreamError(
        .roleMissing, "open.user is not the subject of the token; leave it empty")
    }
    open.user = self.subject
  }
}

/// Counts the calls that a service refuses. It comes last of all interceptors, since what one of
/// them throws the others see as an answer.
@available(InteractionEngine 1.0, *)
struct RefusalInterceptor: ServerInterceptor {
  let engine: Engine

  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
      StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    do {
      return try await next(request, context)
    } catch let error as StreamError {
      self.engine.refused(
        error, method: context.descriptor.method, from: context.peerAddress,
        in: TraceID(request.metadata))
      throw error
    }
  }
}
