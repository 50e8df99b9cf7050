import Foundation
import JWTKit

/// What a token's header says of its signature (RFC 7515, 4), read before JWTKit sees the token.
///
/// Only `alg`, `kid` and `crit` are read: a key, or the address of one, that a token brings along
/// is never looked at. `JWTHeader` is not used, since it traps on a number like 1e300.
@available(InteractionEngine 1.0, *)
package struct TokenHeader: Sendable {
  /// The algorithm that the token claims.
  package let algorithm: SigningAlgorithm
  /// The key that the token claims; nil where it names none.
  package let keyID: String?

  /// Reads the header of a token in compact form (RFC 7515, 3.1), once the token's size, spelling
  /// and depth are found harmless.
  package init(of token: String, maximumBytes: Int) throws(IdentityError) {
    guard token.utf8.count <= maximumBytes else {
      throw .invalid("the token must have at most \(maximumBytes) bytes")
    }
    guard let parts = try? DefaultJWTParser().getTokenParts(Array(token.utf8)),
      let header = Base64URL.decode(parts.header),
      let claims = Base64URL.decode(parts.payload),
      Base64URL.decode(parts.signature) != nil
    else {
      throw .invalid("the token must be three parts of base64url, with a period between them")
    }
    guard JSONDepth.isBounded(header), JSONDepth.isBounded(claims) else {
      throw .invalid(
        "header and claims must be JSON in UTF-8, nested at most \(JSONDepth.maximum) deep")
    }
    try self.init(header)
  }

  private init(_ json: Data) throws(IdentityError) {
    guard let members = try? JSONDecoder().decode([String: JSONMember].self, from: json),
      case .text(let name) = members["alg"], let keyID = Self.keyID(in: members)
    else {
      throw .invalid("the header must be a JSON object with the texts alg and kid")
    }
    guard members["crit"] == nil else {
      throw .invalid("crit must be absent; no extension is understood")
    }
    guard let algorithm = SigningAlgorithm(rawValue: name) else {
      throw .invalid("alg must be one of \(SigningAlgorithm.list)")
    }
    self.algorithm = algorithm
    self.keyID = keyID
  }

  /// The `kid`, which may be absent; nil where it is there without being text, even as a null.
  private static func keyID(in members: [String: JSONMember]) -> String?? {
    switch members["kid"] {
    case nil: .some(nil)
    case .text(let id): id
    default: nil
    }
  }
}
