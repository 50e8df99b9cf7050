/// What a token must say to be accepted.
@available(InteractionEngine 1.0, *)
package struct TokenPolicy: Hashable, Sendable {
  /// Most bytes of a subject.
  package static let maximumSubjectBytes = 64
  /// Largest leeway that makes sense of clocks that differ.
  package static let maximumLeeway = Duration.seconds(300)
  /// Claims that mean something else and so cannot hold roles.
  private static let registeredClaims: Set = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]

  /// The expected `iss`.
  package let issuer: String
  /// What `aud` must be, or hold.
  package let audience: String
  /// By how much the issuer's clock may be off.
  package let leeway: Duration
  /// The claim that lists roles: an array of texts, or one text with spaces between them.
  package let rolesClaim: String
  /// The roles of a token without that claim; one that lists none has none.
  package let defaultRoles: Set<Role>
  /// Most bytes of a token.
  package let maximumTokenBytes: Int

  package init(
    issuer: String, audience: String, leeway: Duration = .seconds(30),
    rolesClaim: String = "roles", defaultRoles: Set<Role> = [],
    maximumTokenBytes: Int = 8 * 1024
  ) throws(IdentityOptionError) {
    var problems: [String] = []
    if issuer.isEmpty { problems.append("issuer: must not be empty") }
    if audience.isEmpty { problems.append("audience: must not be empty") }
    if leeway < .zero || leeway > Self.maximumLeeway {
      problems.append("leeway: must be from 0 s to \(Self.maximumLeeway.components.seconds) s")
    }
    if rolesClaim.isEmpty || Self.registeredClaims.contains(rolesClaim) {
      problems.append("roles claim: must be a name of its own, such as 'roles'")
    }
    if maximumTokenBytes < 1 { problems.append("maximum token bytes: must be positive") }
    if !problems.isEmpty { throw IdentityOptionError(problems) }
    self.issuer = issuer
    self.audience = audience
    self.leeway = leeway
    self.rolesClaim = rolesClaim
    self.defaultRoles = defaultRoles
    self.maximumTokenBytes = maximumTokenBytes
  }

  /// The leeway in seconds.
  var leewaySeconds: Double { self.leeway / .seconds(1) }
}
