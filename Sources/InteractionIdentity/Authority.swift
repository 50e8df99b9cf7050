package import X509

/// Identifies callers: by a bearer token, or by the certificate of mutual TLS.
@available(InteractionEngine 1.0, *)
package struct Authority: Sendable {
  /// How callers are told apart.
  private enum Rule: Sendable {
    case open
    case evidence(tokens: TokenVerifier?, peers: PeerPolicy?)
  }

  private let rule: Rule

  /// Every caller has every role, whatever it shows: for plaintext on the loopback interface.
  package static let open = Authority(rule: .open)

  private init(rule: Rule) {
    self.rule = rule
  }

  /// Believes the tokens and certificates given here; with neither, no caller is let in.
  package init(tokens: TokenVerifier?, peers: PeerPolicy?) {
    self.init(rule: .evidence(tokens: tokens, peers: peers))
  }

  /// The caller where calls need no proof; nil where they do.
  package var anonymous: Caller? {
    guard case .open = self.rule else { return nil }
    return Self.anonymousCaller
  }

  private static let anonymousCaller = Caller(
    kind: .anonymous, subject: "", roles: Set(Role.allCases))

  /// The caller.
  ///
  /// A token decides alone: where one came that is not good, no certificate makes up for it, so
  /// that a proxy's certificate never lends its roles to the holder of a bad token.
  ///
  /// - Parameters:
  ///   - authorization: The header's value, `Bearer` and the token.
  ///   - certificate: The peer's certificate, whose chain TLS has verified.
  package func caller(
    authorization: String?, certificate: Certificate?
  ) async throws(IdentityError) -> Caller {
    guard case .evidence(let tokens, let peers) = self.rule else { return Self.anonymousCaller }
    if let authorization {
      return try await Self.verify(Self.bearerToken(in: authorization), with: tokens)
    }
    if let certificate, let peers {
      if let caller = peers.caller(for: certificate) { return caller }
      throw IdentityError(
        .tokenMissing, "authorization is missing, and the certificate has no name that is known")
    }
    throw IdentityError(.tokenMissing, "authorization is missing; it must be 'Bearer <token>'")
  }

  /// The caller of an open stream, with the time of a newer token.
  ///
  /// The new roles are those that the old and the new token share: a refresh can take roles away,
  /// and what it would add needs a new stream. The caller checks afterwards for the role that it
  /// needs. Where every caller has every role, the token is ignored.
  package func refreshed(
    _ caller: Caller, with token: String
  ) async throws(IdentityError) -> Caller {
    guard case .evidence(let tokens, _) = self.rule else { return caller }
    guard caller.kind == .token else {
      throw .invalid("only a caller that came with a token can refresh it")
    }
    var fresh = try await Self.verify(token, with: tokens)
    guard fresh.subject == caller.subject else {
      throw .invalid("the token belongs to another subject; sub must stay the same")
    }
    fresh.roles.formIntersection(caller.roles)
    return fresh
  }

  private static func verify(
    _ token: String, with tokens: TokenVerifier?
  ) async throws(IdentityError) -> Caller {
    guard let tokens else {
      throw .invalid("no token is accepted here; leave authorization out")
    }
    return try await tokens.verify(token)
  }

  /// What follows `Bearer` and at least one space; the scheme's case does not matter.
  private static func bearerToken(in authorization: String) throws(IdentityError) -> String {
    let scheme = authorization.prefix { $0 != " " }
    let token = authorization[scheme.endIndex...].drop { $0 == " " }
    guard scheme.lowercased() == "bearer", !token.isEmpty else {
      throw .invalid("authorization must be 'Bearer <token>'")
    }
    return String(token)
  }
}
