/// An authentication or authorization error, with a reason from a closed set.
///
/// The message names the invalid claim or header and the expected value. It never contains values
/// from a token.
@available(InteractionEngine 1.0, *)
package struct IdentityError: Error, Hashable, Sendable {
  /// The reasons; the raw values are those of `ErrorInfo.reason`.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// There is neither a token nor a certificate with a known name.
    case tokenMissing = "TOKEN_MISSING"
    /// The token is malformed, not signed by an active key, or meant for another audience.
    case tokenInvalid = "TOKEN_INVALID"
    /// The token has expired, but was valid otherwise: a new one helps.
    case tokenExpired = "TOKEN_EXPIRED"
    /// The caller is authenticated, but lacks the role.
    case roleMissing = "ROLE_MISSING"
  }

  /// The reason.
  package var reason: Reason
  /// The problem and the expected value.
  package var message: String

  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Returns a `TOKEN_INVALID` error: a retry with the same token fails again.
  static func invalid(_ message: String) -> IdentityError {
    IdentityError(.tokenInvalid, message)
  }
}
