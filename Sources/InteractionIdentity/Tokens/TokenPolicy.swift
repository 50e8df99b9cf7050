/// The requirements on tokens.
@available(InteractionEngine 1.0, *)
package struct TokenPolicy: Hashable, Sendable {
  /// The maximum size of a subject, bytes.
  package static let maximumSubjectBytes = 64
  /// The maximum leeway.
  package static let maximumLeeway = Duration.seconds(300)
  /// The registered claims, which cannot hold roles.
  private static let registeredClaims: Set = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]

  /// The expected `iss`.
  package let issuer: String
  /// The audience that `aud` must equal or contain.
  package let audience: String
  /// The tolerated clock skew of the issuer.
  package let leeway: Duration
  /// The name of the claim with the roles: an array of strings, or a string separated by spaces.
  package let rolesClaim: String
  /// The roles of a token without that claim; an empty claim grants none.
  package let defaultRoles: Set<Role>
  /// The maximum size of a token, bytes.
  package let maximumTokenBytes: Int

  package init(
    issuer: String, audience: String, leeway: Duration = .seconds(30),
    rolesClaim: String = "roles", defaultRoles: Set<Role> = [],
    maximumTokenBytes: Int = 8 * 1024
  ) throws(IdentityConfigurationError) {
    var problems: [String] = []
    if issuer.isEmpty { problems.append("--token-issuer must not be empty") }
    if audience.isEmpty { problems.append("--token-audience must not be empty") }
    if leeway < .zero || leeway > Self.maximumLeeway {
      problems.append("leeway: must be from 0 s to \(Self.maximumLeeway.components.seconds) s")
    }
    if rolesClaim.isEmpty || Self.registeredClaims.contains(rolesClaim) {
      problems.append(
        "--token-roles-claim is '\(rolesClaim)'; must not be empty or a registered claim")
    }
    if maximumTokenBytes < 1 { problems.append("maximum token bytes: must be positive") }
    if !problems.isEmpty { throw IdentityConfigurationError(problems) }
    self.issuer = issuer
    self.audience = audience
    self.leeway = leeway
    self.rolesClaim = rolesClaim
    self.defaultRoles = defaultRoles
    self.maximumTokenBytes = maximumTokenBytes
  }

  /// The leeway, s.
  var leewaySeconds: Double { self.leeway / .seconds(1) }
}
