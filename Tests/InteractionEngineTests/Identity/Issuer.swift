import Crypto
import Foundation
import GRPCCore
import InteractionIdentity

@testable import InteractionService

/// An issuer of tokens, and engines that accept no others.
struct Issuer {
  private static let name = "https://issuer.example"
  private static let audience = "interaction-engine"

  private let key = P256.Signing.PrivateKey()

  /// Returns a token of `anna`, valid for ten minutes.
  ///
  /// - Parameter claims: Claims to replace, as JSON; nil removes one.
  func token(_ roles: String..., claims: [String: String?] = [:]) throws -> String {
    let roles = roles.isEmpty ? ["client"] : roles
    var all = [
      "iss": "\"\(Self.name)\"", "aud": "\"\(Self.audience)\"", "sub": #""anna""#,
      "iat": Self.time(in: 0), "exp": Self.time(in: 600), "roles": "\(roles)",
    ]
    for (name, value) in claims { all[name] = value }
    let members = all.map { "\"\($0)\":\($1)" }
    let header = #"{"alg":"ES256","kid":"key"}"#
    let text = [header, "{\(members.joined(separator: ","))}"]
      .map { Self.base64URL(Data($0.utf8)) }.joined(separator: ".")
    let signature = try self.key.signature(for: Data(text.utf8)).rawRepresentation
    return "\(text).\(Self.base64URL(signature))"
  }

  /// Returns a time as a claim.
  static func time(in seconds: Double) -> String {
    "\(Int(Date().timeIntervalSince1970 + seconds))"
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Writes its key as a JSON Web Key Set.
  func writeKeys(to file: URL) throws {
    let point = self.key.publicKey.rawRepresentation
    let key = [
      "kid": "key", "use": "sig", "alg": "ES256", "kty": "EC", "crv": "P-256",
      "x": Self.base64URL(point.prefix(32)), "y": Self.base64URL(point.suffix(32)),
    ]
    try JSONEncoder().encode(["keys": [key]]).write(to: file)
  }

  /// Returns the options of an engine that accepts its tokens.
  func options(keys: String) -> [String] {
    ["--jwks", keys, "--token-issuer", Self.name, "--token-audience", Self.audience]
  }

  /// Returns a gatekeeper that accepts its tokens.
  func gatekeeper() throws -> CallerAuthentication {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("keys-\(UUID().uuidString).json")
    try self.writeKeys(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let verifier = TokenVerifier(
      keys: try WatchedKeySet(file),
      policy: try TokenPolicy(issuer: Self.name, audience: Self.audience))
    return CallerAuthentication(authority: CredentialVerifier(tokens: verifier, peers: nil)) { _ in
      nil
    }
  }

  /// Runs `body` with an engine that requires its tokens.
  func guarding(
    _ change: (inout Engine.Configuration) -> Void = { _ in },
    audience: Engine.Audience = .all, log: EngineLog = EngineLog(),
    _ body: (RunningEngine) async throws -> Void
  ) async throws {
    let gatekeeper = try self.gatekeeper()
    try await RunningEngine.with(
      [:],
      {
        $0.callerAuthentication = gatekeeper
        change(&$0)
      }, audience: audience, log: log, body)
  }
}

extension RunningEngine {
  func called(by token: String) -> RunningEngine {
    self.called(with: ["authorization": "Bearer \(token)"])
  }
}
