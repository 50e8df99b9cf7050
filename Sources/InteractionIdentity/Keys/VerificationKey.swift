package import JWTKit

/// A public key, whose type alone determines the algorithm.
@available(InteractionEngine 1.0, *)
package enum VerificationKey: Sendable {
  case p256(ES256PublicKey)
  case ed25519(EdDSA.PublicKey)
  case rsa(Insecure.RSA.PublicKey)

  /// The only algorithm that the key verifies.
  package var algorithm: SigningAlgorithm {
    switch self {
    case .p256: .es256
    case .ed25519: .edDSA
    case .rsa: .rs256
    }
  }

  /// Verifies a token with this key and returns its claims.
  ///
  /// JWTKit gets this key only, so that it has no other to fall back to. The key collection is made
  /// per token: a shared one is an actor, which would serialize verification.
  ///
  /// - Throws: ``IdentityError`` with `TOKEN_INVALID`.
  func claims(of token: String) async throws(IdentityError) -> TokenClaims {
    let keys = JWTKeyCollection()
    switch self {
    case .p256(let key): await keys.add(ecdsa: key)
    case .ed25519(let key): await keys.add(eddsa: key)
    case .rsa(let key): await keys.add(rsa: key, digestAlgorithm: .sha256)
    }
    do {
      return try await keys.verify(token)
    } catch let error as JWTError where error.errorType == .malformedToken {
      throw .invalid("the claims must be a JSON object")
    } catch {
      throw .invalid("the signature does not match the key that kid names")
    }
  }
}
