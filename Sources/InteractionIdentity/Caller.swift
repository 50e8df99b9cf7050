package import Foundation

/// A caller, as far as a token or a certificate proves it.
@available(InteractionEngine 1.0, *)
package struct Caller: Hashable, Sendable {
  /// What proves the caller; the raw values are for logs.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A token that is good.
    case token
    /// The certificate of mutual TLS.
    case certificate
    /// Nothing, where calls need no proof.
    case anonymous
  }

  /// What proves the subject. Callers are the same only where kind and subject are: a token may
  /// name in `sub` what is a name in a certificate.
  package var kind: Kind
  /// The token's `sub`, or the name in the certificate; empty where calls need no proof.
  package var subject: String
  /// What the caller may do; can be empty.
  package var roles: Set<Role>
  /// The token's `exp`, without the leeway; nil for a caller that came without a token.
  package var expires: Date?

  package init(kind: Kind, subject: String, roles: Set<Role>, expires: Date? = nil) {
    self.kind = kind
    self.subject = subject
    self.roles = roles
    self.expires = expires
  }

  /// Throws `ROLE_MISSING` unless the caller has `role`.
  package func require(_ role: Role) throws(IdentityError) {
    guard self.roles.contains(role) else {
      throw IdentityError(.roleMissing, "this needs the role '\(role.rawValue)'")
    }
  }
}
