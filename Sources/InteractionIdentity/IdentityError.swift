/// Why a caller is turned away: a reason from a closed set, and what would have been accepted.
///
/// The message names the claim or header that is wrong and what was expected of it. It never holds
/// anything that was read from a token.
@available(InteractionEngine 1.0, *)
package struct IdentityError: Error, Hashable, Sendable {
  /// The reasons; their raw values travel as `ErrorInfo.reason`.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// Neither a token nor a certificate with a known name came.
    case tokenMissing = "TOKEN_MISSING"
    /// The token does not parse, was not signed by a key in force, or was made for something else.
    case tokenInvalid = "TOKEN_INVALID"
    /// The token was good, but its time is over: a new one helps.
    case tokenExpired = "TOKEN_EXPIRED"
    /// The caller is known, but may not do this.
    case roleMissing = "ROLE_MISSING"
  }

  /// Why.
  package var reason: Reason
  /// What is wrong, and what was expected.
  package var message: String

  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// A token that no repetition makes good.
  static func invalid(_ message: String) -> IdentityError {
    IdentityError(.tokenInvalid, message)
  }
}
