package import Foundation

/// Verifies compact JSON Web Tokens (RFC 7519).
///
/// The header, which is parsed first, selects the key; JWTKit then verifies the signature with that
/// key and decodes the claims. No claim is read before the signature is verified.
@available(InteractionEngine 1.0, *)
package struct TokenVerifier: Sendable {
  private let keys: WatchedKeySet
  private let policy: TokenPolicy
  private let now: @Sendable () -> Date

  package init(
    keys: WatchedKeySet, policy: TokenPolicy, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.keys = keys
    self.policy = policy
    self.now = now
  }

  /// Verifies a token and returns its caller.
  ///
  /// - Throws: ``IdentityError`` with `TOKEN_INVALID` or `TOKEN_EXPIRED`.
  package func verify(_ token: String) async throws(IdentityError) -> Caller {
    let header = try TokenHeader(of: token, maximumBytes: self.policy.maximumTokenBytes)
    guard let key = self.keys.key(named: header.keyID) else {
      throw .invalid(
        header.keyID == nil
          ? "kid is missing; it must name the signing key"
          : "kid must name a key of the JWKS")
    }
    guard header.algorithm == key.algorithm else {
      throw .invalid("alg must be that of the key that kid names")
    }
    return try await key.claims(of: token).caller(under: self.policy, at: self.now())
  }
}
