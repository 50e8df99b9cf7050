package import Foundation
package import JWTKit

/// The claims of a token (RFC 7519, 4), decoded by JWTKit after verifying the signature.
///
/// They are decoded without validation, which is in `caller(under:at:)`: JWTKit's claim types are
/// partly too lenient, can trap, and their errors are converted to text.
@available(InteractionEngine 1.0, *)
package struct TokenClaims: JWTPayload {
  /// The last second of the year 9999, s since 1970.
  package static let latestTime = 253_402_300_799.0

  private let members: [String: JSONValue]

  package init(from decoder: any Decoder) throws {
    self.members = try decoder.singleValueContainer().decode([String: JSONValue].self)
  }

  /// Does nothing: tokens are not signed here.
  package func encode(to encoder: any Encoder) throws {}

  /// Does nothing: `caller(under:at:)` validates the claims.
  package func verify(using algorithm: some JWTAlgorithm) {}

  /// Returns the token's caller, or throws if the claims do not satisfy the policy at `date`.
  ///
  /// Expiry is checked last, so that `TOKEN_EXPIRED` means that the token is valid otherwise.
  package func caller(under policy: TokenPolicy, at date: Date) throws(IdentityError) -> Caller {
    let issuer = try self.text("iss")
    let audiences = try self.texts("aud")
    let subject = try self.text("sub")
    let expires = try self.time("exp")
    let starts = [("nbf", try self.timeIfPresent("nbf")), ("iat", try self.timeIfPresent("iat"))]
    let roles = try self.roles(under: policy)
    // Compared as bytes, since Swift strings with different bytes can be equal.
    guard issuer.utf8.elementsEqual(policy.issuer.utf8) else {
      throw .invalid("iss must be '\(policy.issuer)'")
    }
    guard audiences.contains(where: { $0.utf8.elementsEqual(policy.audience.utf8) }) else {
      throw .invalid("aud must be or contain '\(policy.audience)'")
    }
    guard Self.isSubject(subject) else {
      throw .invalid(
        "sub must be 1 to \(TokenPolicy.maximumSubjectBytes) printable ASCII characters")
    }
    let now = date.timeIntervalSince1970
    for (claim, time) in starts {
      guard now + policy.leewaySeconds >= time ?? -.infinity else {
        throw .invalid("\(claim) must not be in the future")
      }
    }
    guard now < expires + policy.leewaySeconds else {
      throw IdentityError(.tokenExpired, "the token has expired (exp); send a new token")
    }
    return Caller(
      kind: .token, subject: subject, roles: roles, expires: Date(timeIntervalSince1970: expires))
  }

  /// Returns true if a subject is printable ASCII of valid length: subjects appear in logs and file
  /// names.
  private static func isSubject(_ text: String) -> Bool {
    (1 ... TokenPolicy.maximumSubjectBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x20 ... 0x7E).contains($0) }
  }
}

@available(InteractionEngine 1.0, *)
extension TokenClaims {
  /// Returns the known roles; unknown names belong to other servers.
  private func roles(under policy: TokenPolicy) throws(IdentityError) -> Set<Role> {
    guard self.members[policy.rolesClaim] != nil else { return policy.defaultRoles }
    let names = try self.texts(policy.rolesClaim).flatMap { $0.split(separator: " ") }
    return Set(names.compactMap { Role(rawValue: String($0)) })
  }

  /// Returns a claim that must be a string.
  private func text(_ claim: String) throws(IdentityError) -> String {
    guard case .text(let text) = self.members[claim] else { throw self.wrong(claim, "a string") }
    return text
  }

  /// Returns a claim that must be a string or an array of strings.
  private func texts(_ claim: String) throws(IdentityError) -> [String] {
    switch self.members[claim] {
    case .text(let text): return [text]
    case .texts(let texts): return texts
    default: throw self.wrong(claim, "a string or an array of strings")
    }
  }

  /// Returns a claim that must be a time, s since 1970.
  private func time(_ claim: String) throws(IdentityError) -> Double {
    guard case .number(let time) = self.members[claim], (0 ... Self.latestTime).contains(time)
    else { throw self.wrong(claim, "seconds since 1970") }
    return time
  }

  private func timeIfPresent(_ claim: String) throws(IdentityError) -> Double? {
    self.members[claim] == nil ? nil : try self.time(claim)
  }

  private func wrong(_ claim: String, _ expected: String) -> IdentityError {
    let problem = self.members[claim] == nil ? "is missing; it must be" : "must be"
    return .invalid("\(claim) \(problem) \(expected)")
  }
}
