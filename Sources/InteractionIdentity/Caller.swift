package import Foundation

/// An authenticated caller.
@available(InteractionEngine 1.0, *)
package struct Caller: Hashable, Sendable {
  /// The kind of credentials; the raw values are for logs.
  package enum CredentialKind: String, CaseIterable, Hashable, Sendable {
    /// A valid token.
    case token
    /// A client certificate of mutual TLS.
    case certificate
    /// No credentials, where none are required.
    case anonymous
  }

  /// The kind of credentials. Callers are equal only if kind and subject are: a token's `sub` may
  /// equal a name in a certificate.
  package var kind: CredentialKind
  /// The token's `sub`, or the name in the certificate; empty without credentials.
  package var subject: String
  /// The granted roles; may be empty.
  package var roles: Set<Role>
  /// The token's `exp`, without the leeway; nil without a token.
  package var expires: Date?

  package init(kind: CredentialKind, subject: String, roles: Set<Role>, expires: Date? = nil) {
    self.kind = kind
    self.subject = subject
    self.roles = roles
    self.expires = expires
  }

  /// Throws `ROLE_MISSING` unless the caller has `role`.
  package func require(_ role: Role) throws(IdentityError) {
    guard self.roles.contains(role) else {
      throw IdentityError(.roleMissing, "the role '\(role.rawValue)' is required")
    }
  }
}
