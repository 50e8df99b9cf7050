import Foundation
import JWTKit

/// A token's header (RFC 7515, 4), parsed before JWTKit sees the token.
///
/// Only `alg`, `kid` and `crit` are read: embedded keys and key URLs are ignored. `JWTHeader` is
/// not used, since it traps on numbers such as 1e300.
@available(InteractionEngine 1.0, *)
package struct TokenHeader: Sendable {
  /// The token's `alg`.
  package let algorithm: SigningAlgorithm
  /// The token's `kid`; nil if absent.
  package let keyID: String?

  /// Parses the header of a token in compact serialization (RFC 7515, 3.1), after checking the
  /// token's size, encoding and nesting.
  ///
  /// - Throws: ``IdentityError`` with `TOKEN_INVALID`.
  package init(of token: String, maximumBytes: Int) throws(IdentityError) {
    guard token.utf8.count <= maximumBytes else {
      throw .invalid("the token has \(token.utf8.count) bytes; must have at most \(maximumBytes)")
    }
    guard let parts = try? DefaultJWTParser().getTokenParts(Array(token.utf8)),
      let header = Base64URL.decode(parts.header),
      let claims = Base64URL.decode(parts.payload),
      Base64URL.decode(parts.signature) != nil
    else {
      throw .invalid("the token must be three base64url parts separated by periods")
    }
    guard JSONNesting.isBounded(header), JSONNesting.isBounded(claims) else {
      throw .invalid(
        "header and claims must be JSON in UTF-8, nested at most \(JSONNesting.maximum) deep")
    }
    try self.init(header)
  }

  private init(_ json: Data) throws(IdentityError) {
    guard let members = try? JSONDecoder().decode([String: JSONValue].self, from: json),
      case .text(let name) = members["alg"], let keyID = Self.keyID(in: members)
    else {
      throw .invalid("the header must be a JSON object with the strings alg and kid")
    }
    guard members["crit"] == nil else {
      throw .invalid("crit must be absent; extensions are not supported")
    }
    guard let algorithm = SigningAlgorithm(rawValue: name) else {
      throw .invalid("alg must be one of \(SigningAlgorithm.list)")
    }
    self.algorithm = algorithm
    self.keyID = keyID
  }

  /// Returns the `kid`: `.some(nil)` if it is absent, nil if it is present but not a string.
  private static func keyID(in members: [String: JSONValue]) -> String?? {
    switch members["kid"] {
    case nil: .some(nil)
    case .text(let id): id
    default: nil
    }
  }
}
