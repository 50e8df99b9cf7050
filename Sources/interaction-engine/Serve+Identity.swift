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
      "The engine's certificate and its chain, PEM; read again when the file changes.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "The authority that signs callers' certificates (mutual TLS), PEM; callers have to show one."
        + " Without --peer-role and --jwks every caller that has such a certificate has every role.",
      valueName: "file"))
  var tlsClientCa: String?

  @Option(
    name: .customLong("peer-role"),
    help: ArgumentHelp(
      "Give callers whose certificate has this name (DNS name or URI) a role:"
        + " \(Role.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.",
      valueName: "name=role"))
  var peerRoles: [String] = []

  @Option(
    help: ArgumentHelp(
      "The token issuer's public keys (a JWKS), watched for changes. With it every caller needs a token"
        + " with a role, in the header 'authorization: Bearer …'.",
      valueName: "file"))
  var jwks: String?

  @Option(help: ArgumentHelp("The value that a token's 'iss' must have.", valueName: "text"))
  var tokenIssuer: String?

  @Option(help: ArgumentHelp("The value that a token's 'aud' must be or hold.", valueName: "text"))
  var tokenAudience: String?

  @Option(
    help: ArgumentHelp(
      "The claim that lists a token's roles; 'roles' by default.", valueName: "name"))
  var tokenRolesClaim: String?

  @Option(
    name: .customLong("token-default-role"),
    help: ArgumentHelp(
      "A role for tokens without that claim; may be repeated.", valueName: "role"))
  var defaultRoles: [Role] = []

  @Flag(
    help:
      "Serve without encryption and without proof of who calls beyond the loopback interface. Any peer on the network path can read and change everything."
  )
  var insecure = false

  func validate() throws {
    guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together")
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
  var asksForProof: Bool { self.jwks != nil || !self.peerRoles.isEmpty }

  /// Rejects options that are insecure without `--insecure`.
  func check(host: String, checkpointKeys: String?) throws {
    if ["127.0.0.1", "::1", "localhost"].contains(host) { return }
    guard self.tlsCertificate != nil || self.insecure else {
      throw ValidationError(
        "--host is '\(host)': beyond 127.0.0.1, ::1 and localhost the engine serves with"
          + " --tls-certificate and --tls-key, or without encryption if --insecure asks for it")
    }
    guard self.asksForProof || self.insecure else {
      throw ValidationError(
        "--host is '\(host)': callers have to prove who they are; give --jwks or --tls-client-ca with"
          + " --peer-role, or --insecure to let any peer call")
    }
    guard checkpointKeys != nil else {
      throw ValidationError(
        "--host is '\(host)': give --checkpoint-keys, so that sessions survive the engine; 'keygen'"
          + " makes them")
    }
  }

  func security(logger: Logger) throws -> TransportSecurity {
    guard let certificate = self.tlsCertificate, let key = self.tlsKey else { return .plaintext }
    do {
      let security = try TransportSecurity(
        TransportSecurity.Files(
          certificate: certificate, key: key, clientAuthority: self.tlsClientCa),
        logger: logger)
      if self.tlsClientCa != nil, !self.asksForProof {
        logger.warning(
          "every caller with a certificate of --tls-client-ca has every role; see --peer-role")
      }
      return security
    } catch {
      throw Failure("\(error)")
    }
  }

  /// The tolerated clock skew. At most the time for which a stream outlives its token, so that no
  /// stream opens with a token for which it would be closed at once.
  private static let leeway = Duration.seconds(25)

  /// Returns the gatekeeper, and the keys that it watches.
  func gatekeeper() throws -> (gatekeeper: CallerAuthentication, keys: WatchedKeySet?) {
    guard self.asksForProof else { return (.open, nil) }
    do {
      let peers = self.peerRoles.isEmpty ? nil : try PeerPolicy(self.peerRoles)
      guard let jwks, let issuer = self.tokenIssuer, let audience = self.tokenAudience else {
        return (Self.gatekeeper(tokens: nil, peers: peers), nil)
      }
      let keys = try WatchedKeySet(URL(fileURLWithPath: jwks))
      let policy = try TokenPolicy(
        issuer: issuer, audience: audience, leeway: Self.leeway,
        rolesClaim: self.tokenRolesClaim ?? "roles", defaultRoles: Set(self.defaultRoles))
      return (
        Self.gatekeeper(tokens: TokenVerifier(keys: keys, policy: policy), peers: peers), keys
      )
    } catch {
      throw Failure(error.problems.joined(separator: "\n"))
    }
  }

  private static func gatekeeper(tokens: TokenVerifier?, peers: PeerPolicy?) -> CallerAuthentication
  {
    CallerAuthentication(
      authority: CredentialVerifier(tokens: tokens, peers: peers),
      certificate: EngineServer.peerCertificate)
  }
}

extension Role: ExpressibleByArgument {}
