package import X509

/// Authenticates callers by a bearer token or by the client certificate of mutual TLS.
@available(InteractionEngine 1.0, *)
package struct CredentialVerifier: Sendable {
  /// The authentication rule.
  private enum Mode: Sendable {
    case open
    case credentials(tokens: TokenVerifier?, peers: PeerPolicy?)
  }

  private let rule: Mode

  /// Grants every caller every role without credentials: for plaintext on the loopback interface.
  package static let open = CredentialVerifier(rule: .open)

  private init(rule: Mode) {
    self.rule = rule
  }

  /// Accepts these tokens and certificates; with neither, every caller is rejected.
  package init(tokens: TokenVerifier?, peers: PeerPolicy?) {
    self.init(rule: .credentials(tokens: tokens, peers: peers))
  }

  /// The caller of unauthenticated calls; nil if authentication is required.
  package var anonymous: Caller? {
    guard case .open = self.rule else { return nil }
    return Self.anonymousCaller
  }

  private static let anonymousCaller = Caller(
    kind: .anonymous, subject: "", roles: Set(Role.allCases))

  /// Returns the authenticated caller.
  ///
  /// A token takes precedence: an invalid token is an error even with a valid certificate, so that
  /// a proxy's certificate never lends its roles to the holder of a bad token.
  ///
  /// - Parameters:
  ///   - authorization: The header's value: `Bearer` and the token.
  ///   - certificate: The peer's certificate, whose chain TLS has verified.
  /// - Throws: ``IdentityError`` if neither is accepted.
  package func caller(
    authorization: String?, certificate: Certificate?
  ) async throws(IdentityError) -> Caller {
    guard case .credentials(let tokens, let peers) = self.rule else { return Self.anonymousCaller }
    if let authorization {
      return try await Self.verify(Self.bearerToken(in: authorization), with: tokens)
    }
    if let certificate, let peers {
      if let caller = peers.caller(for: certificate) { return caller }
      throw IdentityError(
        .tokenMissing, "authorization is missing, and the client certificate matches no --peer-role"
      )
    }
    throw IdentityError(.tokenMissing, "authorization is missing; it must be 'Bearer <token>'")
  }

  /// Returns the caller of an open stream after a token refresh.
  ///
  /// The new roles are the intersection of the old and the new token's roles: a refresh can revoke
  /// roles, but additional roles need a new stream. The calling code must check for the required
  /// role afterwards. Without authentication the token is ignored.
  ///
  /// - Throws: ``IdentityError`` if the token is invalid, or is another subject's.
  package func refresh(
    _ caller: Caller, with token: String
  ) async throws(IdentityError) -> Caller {
    guard case .credentials(let tokens, _) = self.rule else { return caller }
    guard caller.kind == .token else {
      throw .invalid("only a caller authenticated by a token can refresh it")
    }
    var fresh = try await Self.verify(token, with: tokens)
    guard fresh.subject == caller.subject else {
      throw .invalid("the token has another subject; sub must be that of the previous token")
    }
    fresh.roles.formIntersection(caller.roles)
    return fresh
  }

  private static func verify(
    _ token: String, with tokens: TokenVerifier?
  ) async throws(IdentityError) -> Caller {
    guard let tokens else {
      throw .invalid("tokens are not accepted here; omit authorization")
    }
    return try await tokens.verify(token)
  }

  /// Returns the token after `Bearer` and at least one space; the scheme is case-insensitive.
  private static func bearerToken(in authorization: String) throws(IdentityError) -> String {
    let scheme = authorization.prefix { $0 != " " }
    let token = authorization[scheme.endIndex...].drop { $0 == " " }
    guard scheme.lowercased() == "bearer", !token.isEmpty else {
      throw .invalid("authorization must be 'Bearer <token>'")
    }
    return String(token)
  }
}
