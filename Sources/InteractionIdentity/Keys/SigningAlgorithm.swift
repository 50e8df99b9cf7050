/// The signature algorithms that are accepted (RFC 7518, 3.1 and RFC 8037, 3.1).
///
/// All are asymmetric, so that no public key can pass for a secret. Whatever else a token or a key
/// set names has no value of this type.
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
