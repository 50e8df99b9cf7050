package import JWTKit

/// A public key; its type alone decides how a signature is checked.
@available(InteractionEngine 1.0, *)
package enum VerificationKey: Sendable {
  case p256(ES256PublicKey)
  case ed25519(EdDSA.PublicKey)
  case rsa(Insecure.RSA.PublicKey)

  /// The one algorithm that the key is for.
  package var algorithm: SigningAlgorithm {
    switch self {
    case .p256: .es256
    case .ed25519: .edDSA
    case .rsa: .rs256
    }
  }

  /// The claims of a token that this key must have signed.
  ///
  /// JWTKit is given this key and no other, so that it has none to choose or to fall back to. The
  /// collection is made for the one token: an actor that all tokens share would be a queue.
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
      throw .invalid("the signature must be that of the key that kid names")
    }
  }
}
