import ArgumentParser
import Foundation
import InteractionIdentity
import InteractionService
import InteractionTransport
import Logging

/// The options for TLS and for authenticating callers.
struct IdentityOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Server certificate chain, PEM; reloaded when the file changes.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp(
      "Private key of --tls-certificate, PEM; reloaded with it.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "CA certificates that verify client certificates (mutual TLS), PEM; every caller then needs one."
        + " Without --peer-role and --jwks, a verified certificate grants every role.",
      valueName: "file"))
  var tlsClientCa: String?

  @Option(
    name: .customLong("peer-role"),
    help: ArgumentHelp(
      "Role of client certificates with this subject alternative name (DNS name or URI):"
        + " \(Role.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.",
      valueName: "name=role"))
  var peerRoles: [String] = []

  @Option(
    help: ArgumentHelp(
      "JWKS file with the token issuer's public keys; reloaded when it changes. Every caller then needs"
        + " a token with a role, in the header 'authorization: Bearer …'.",
      valueName: "file"))
  var jwks: String?

  @Option(help: ArgumentHelp("Required value of the token claim 'iss'.", valueName: "text"))
  var tokenIssuer: String?

  @Option(
    help: ArgumentHelp(
      "Required value of the token claim 'aud', or element of it.", valueName: "text"))
  var tokenAudience: String?

  @Option(
    help: ArgumentHelp(
      "Token claim that lists the roles; 'roles' by default.", valueName: "name"))
  var tokenRolesClaim: String?

  @Option(
    name: .customLong("token-default-role"),
    help: ArgumentHelp(
      "Role of tokens without --token-roles-claim; may be repeated.", valueName: "role"))
  var defaultRoles: [Role] = []

  @Flag(
    help:
      "Allow other interfaces than loopback without TLS and authentication. Any peer on the network path can then read and change everything."
  )
  var insecure = false

  func validate() throws {
    guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key must be used together")
    }
    guard self.tlsClientCa == nil || self.tlsCertificate != nil else {
      throw ValidationError("--tls-client-ca needs --tls-certificate and --tls-key")
    }
    guard self.peerRoles.isEmpty || self.tlsClientCa != nil else {
      throw ValidationError("--peer-role needs --tls-client-ca")
    }
    guard self.jwks == nil || self.tokenIssuer != nil && self.tokenAudience != nil else {
      throw ValidationError("--jwks needs --token-issuer and --token-audience")
    }
    guard self.jwks != nil || self.tokenIssuer == nil && self.tokenAudience == nil else {
      throw ValidationError("--token-issuer and --token-audience need --jwks")
    }
    guard self.jwks != nil || self.tokenRolesClaim == nil && self.defaultRoles.isEmpty else {
      throw ValidationError("--token-roles-claim and --token-default-role need --jwks")
    }
  }

  /// A Boolean value that indicates whether callers must authenticate.
  var requiresAuthentication: Bool { self.jwks != nil || !self.peerRoles.isEmpty }

  /// Rejects options that are insecure without `--insecure`.
  func check(host: String, checkpointKeys: String?) throws {
    if ["127.0.0.1", "::1", "localhost"].contains(host) { return }
    guard self.tlsCertificate != nil || self.insecure else {
      throw ValidationError(
        "--host is '\(host)', not 127.0.0.1, ::1 or localhost: TLS is required; set --tls-certificate"
          + " and --tls-key, or --insecure to serve without TLS")
    }
    guard self.requiresAuthentication || self.insecure else {
      throw ValidationError(
        "--host is '\(host)', not 127.0.0.1, ::1 or localhost: authentication is required; set --jwks,"
          + " or --tls-client-ca with --peer-role, or --insecure to accept any caller")
    }
    guard checkpointKeys != nil else {
      throw ValidationError(
        "--host is '\(host)', not 127.0.0.1, ::1 or localhost: set --checkpoint-keys, so that sessions"
          + " can resume on another engine; 'keygen' generates a key")
    }
  }

  func security(logger: Logger) throws -> TransportSecurity {
    guard let certificate = self.tlsCertificate, let key = self.tlsKey else { return .plaintext }
    do {
      let security = try TransportSecurity(
        TransportSecurity.Files(
          certificate: certificate, key: key, clientAuthority: self.tlsClientCa),
        logger: logger)
      if self.tlsClientCa != nil, !self.requiresAuthentication {
        logger.warning(
          "every client certificate of --tls-client-ca grants every role; set --peer-role")
      }
      return security
    } catch {
      throw UserFacingError("\(error)")
    }
  }

  /// The tolerated clock skew. At most the time for which a stream outlives its token, so that no
  /// stream opens with a token for which it would be closed at once.
  private static let leeway = Duration.seconds(25)

  /// Returns the gatekeeper, and the keys that it watches.
  func callerAuthentication() throws -> (gatekeeper: CallerAuthentication, keys: WatchedKeySet?) {
    guard self.requiresAuthentication else { return (.open, nil) }
    do {
      let peers = self.peerRoles.isEmpty ? nil : try PeerPolicy(self.peerRoles)
      guard let jwks, let issuer = self.tokenIssuer, let audience = self.tokenAudience else {
        return (Self.callerAuthentication(tokens: nil, peers: peers), nil)
      }
      let keys = try WatchedKeySet(URL(fileURLWithPath: jwks))
      let policy = try TokenPolicy(
        issuer: issuer, audience: audience, leeway: Self.leeway,
        rolesClaim: self.tokenRolesClaim ?? "roles", defaultRoles: Set(self.defaultRoles))
      return (
        Self.callerAuthentication(tokens: TokenVerifier(keys: keys, policy: policy), peers: peers),
        keys
      )
    } catch {
      throw UserFacingError(error.problems.joined(separator: "\n"))
    }
  }

  private static func callerAuthentication(tokens: TokenVerifier?, peers: PeerPolicy?)
    -> CallerAuthentication
  {
    CallerAuthentication(
      authority: CredentialVerifier(tokens: tokens, peers: peers),
      certificate: EngineServer.peerCertificate)
  }
}

extension Role: ExpressibleByArgument {}
