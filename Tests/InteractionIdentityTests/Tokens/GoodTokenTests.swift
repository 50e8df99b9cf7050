import CryptoExtras
import Foundation
import InteractionIdentity
import JWTKit
import Testing

@Suite("Good tokens")
struct GoodTokenTests {
  @Test("each algorithm names its caller", arguments: ["p256", "ed25519", "rsa"])
  func algorithms(id: String) async throws {
    let caller = try await verifier(of: try TestKey.all).verify(try TestToken(.named(id)).text())
    #expect(caller.subject == "user-1")
    #expect(caller.roles == [.client])
    #expect(caller.expires == Date(timeIntervalSince1970: 1_700_000_600))
  }

  @Test(
    "claims have several good spellings",
    arguments: [
      ["aud": #"["other", "interaction-engine"]"#],
      ["exp": "1700000600.25"],
      ["exp": "1.7000006e9"],
      ["exp": "253402300799"],
      ["iat": "1700000000", "nbf": "1700000000"],
      ["jti": "7", "extra": #"{"a": [null]}"#],
      ["roles": #""client""#],
      ["sub": "\"\(String(repeating: "s", count: 64))\""],
      ["sub": #""auth0|a b~""#],
    ])
  func spellings(claims: [String: String]) async throws {
    let token = try TestToken().with(claims).text()
    #expect(try await verifier(of: [.p256]).verify(token).roles == [.client])
  }

  @Test(
    "roles are those that are known",
    arguments: [
      (nil, []), ("[]", []), (#""""#, []), (#"["admin", "Client", "client2"]"#, []),
      (#"["client", "backend", "operator", "tester"]"#, Role.allCases),
      (#"["client", "x"]"#, [.client]),
      (#""openid backend  operator""#, [.backend, .operator]),
    ] as [(String?, [Role])])
  func roles(claim: String?, roles: [Role]) async throws {
    let token = try TestToken().with(["roles": claim]).text()
    #expect(try await verifier(of: [.p256]).verify(token).roles == Set(roles))
  }

  @Test(
    "a token without the roles claim has the roles of the policy, and no other token has",
    arguments: [
      (nil, [.client, .operator]), ("[]", []), (#""""#, []), (#"["admin"]"#, []),
      (#"["backend"]"#, [.backend]),
    ] as [(String?, Set<Role>)])
  func defaultRoles(claim: String?, roles: Set<Role>) async throws {
    let policy = try TokenPolicy(
      issuer: TestToken.issuer, audience: TestToken.audience, defaultRoles: [.client, .operator])
    let verifier = try verifier(of: [.p256], policy: policy)
    let token = try TestToken().with(["roles": claim]).text()
    #expect(try await verifier.verify(token).roles == roles)
    let null = try TestToken().with(["roles": "null"]).text()
    #expect(await verifier.refusal(of: null)?.reason == .tokenInvalid)
  }

  @Test("the roles claim is an option")
  func rolesClaim() async throws {
    let policy = try TokenPolicy(
      issuer: TestToken.issuer, audience: TestToken.audience, rolesClaim: "scope")
    let token = try TestToken().with(["scope": #""openid backend""#]).text()
    #expect(try await verifier(of: [.p256], policy: policy).verify(token).roles == [.backend])
  }

  @Test("a key may be without use and alg")
  func plainKey() async throws {
    var members = try TestKey.p256.members
    members["use"] = nil
    members["alg"] = nil
    let document = try JSONEncoder().encode(["keys": [members]])
    let file = try TestFile(String(decoding: document, as: UTF8.self))
    let verifier = TokenVerifier(
      keys: try WatchedKeySet(file.url),
      policy: try TokenPolicy(issuer: TestToken.issuer, audience: TestToken.audience),
      now: { TestToken.now })
    await #expect(throws: Never.self) { try await verifier.verify(try TestToken().text()) }
  }

  /// The payload of a token that another implementation signs.
  private struct Payload: JWTPayload {
    var iss: IssuerClaim = "https://issuer.example"
    var aud = AudienceClaim(value: ["interaction-engine", "other"])
    var sub: SubjectClaim = "user-1"
    var exp = ExpirationClaim(value: Date(timeIntervalSince1970: 1_700_000_600))
    var iat = IssuedAtClaim(value: Date(timeIntervalSince1970: 1_700_000_000))
    var roles = ["backend"]

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  @Test("tokens of another implementation are good", arguments: ["p256", "ed25519", "rsa"])
  func interoperates(id: String) async throws {
    let keys = JWTKeyCollection()
    let kid = JWKIdentifier(string: id)
    switch try TestKey.named(id).key {
    case .p256(let key):
      await keys.add(ecdsa: try ES256PrivateKey(pem: key.pemRepresentation), kid: kid)
    case .ed25519(let key):
      let d = key.rawRepresentation.base64URL
      await keys.add(eddsa: try EdDSA.PrivateKey(d: d, curve: .ed25519), kid: kid)
    case .rsa(let key):
      let key = try Insecure.RSA.PrivateKey(pem: key.pemRepresentation)
      await keys.add(rsa: key, digestAlgorithm: .sha256, kid: kid)
    }
    let token = try await keys.sign(Payload(), kid: kid)
    let caller = try await verifier(of: try TestKey.all).verify(token)
    #expect(caller.subject == "user-1")
    #expect(caller.roles == [.backend])
  }
}
