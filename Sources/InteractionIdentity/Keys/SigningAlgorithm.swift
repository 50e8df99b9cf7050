/// The accepted signature algorithms (RFC 7518, 3.1 and RFC 8037, 3.1).
///
/// All are asymmetric, so that a public key cannot be used as an HMAC secret.
@available(InteractionEngine 1.0, *)
package enum SigningAlgorithm: String, CaseIterable, Sendable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// EdDSA on Ed25519.
  case edDSA = "EdDSA"
  /// RSA with PKCS #1 v1.5 padding and SHA-256.
  case rs256 = "RS256"

  /// The names, for messages.
  static var list: String { self.allCases.map(\.rawValue).joined(separator: ", ") }
}
