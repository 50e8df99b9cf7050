package import GRPCCore
import InteractionCore
package import InteractionIdentity
package import InteractionStream
import InteractionWire
package import X509

/// Authenticates callers and checks their roles.
@available(InteractionEngine 1.0, *)
package struct CallerAuthentication: Sendable {
  /// Returns the peer's verified certificate; nil if it has presented none.
  package typealias PeerCertificate = @Sendable (ServerContext) -> Certificate?

  /// Accepts every caller with every role: for plaintext on the loopback interface.
  package static let open = CallerAuthentication(authority: .open) { _ in nil }

  let authority: CredentialVerifier
  private let certificate: PeerCertificate

  package init(authority: CredentialVerifier, certificate: @escaping PeerCertificate) {
    self.authority = authority
    self.certificate = certificate
  }

  /// Returns the caller of a call that needs `role`.
  ///
  /// - Throws: The authentication or authorisation error.
  func caller(
    _ metadata: Metadata, _ context: ServerContext, needing role: Role
  ) async throws(StreamError) -> Caller {
    try await self.caller(
      authorization: Array(metadata[stringValues: "authorization"]),
      certificate: self.certificate(context), needing: role)
  }

  /// The caller if calls need no authentication; nil otherwise.
  package var anonymous: Caller? { self.authority.anonymous }

  /// Returns the caller of a call that needs `role`.
  ///
  /// - Parameter authorization: The values of all `authorization` headers.
  /// - Throws: The authentication or authorisation error.
  package func caller(
    authorization: [String], certificate: Certificate?, needing role: Role
  ) async throws(StreamError) -> Caller {
    guard authorization.count <= 1 else {
      throw StreamError(
        .tokenInvalid, "authorization was sent \(authorization.count) times; send it once")
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
  /// Sets the user of an `open` to the subject of the caller's token. A caller with a certificate
  /// may open sessions for any user, since it has authenticated its users itself.
  ///
  /// - Throws: `ROLE_MISSING` if `open` names another user than the token.
  func claim(_ open: inout OpenFrame) throws(StreamError) {
    guard self.kind == .token else { return }
    guard open.user.isEmpty || open.user == self.subject else {
      throw StreamError(
        .roleMissing, "open.user is not the caller's subject; leave it empty")
    }
    open.user = self.subject
  }
}

/// Counts the calls that a service refuses. The last of all interceptors, since the others see an
/// error thrown by one of them as a response.
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
