import Crypto
import Foundation
import InteractionIdentity
import Testing

@Suite("The key of a token")
struct KeyChoiceTests {
  static let stranger = TestKey(id: "p256", key: .p256(P256.Signing.PrivateKey()))

  @Test("the key of that name and no other verifies")
  func names() async throws {
    let second = TestKey(id: "second", key: .p256(P256.Signing.PrivateKey()))
    let verifier = try verifier(of: [.p256, second])
    #expect(await verifier.refusal(of: try TestToken(.p256).text()) == nil)
    #expect(await verifier.refusal(of: try TestToken(second).text()) == nil)
    let swapped = try TestToken(second).with(header: ["kid": #""p256""#]).text()
    #expect(
      await verifier.refusal(of: swapped)?.message
        == "the signature does not match the key that kid names")
  }

  @Test("an unknown name", arguments: ["", "P256", "p256 ", "p25", "../p256", "0"])
  func unknown(id: String) async throws {
    let token = try TestToken().with(header: ["kid": "\"\(id)\""]).text()
    let error = try await verifier(of: [.p256]).refusal(of: token)
    #expect(error?.reason == .tokenInvalid)
    #expect(error?.message == "kid must name a key of the JWKS")
  }

  @Test("an unknown name among several keys does not fall back to the first")
  func noFallback() async throws {
    for keys in [[.p256, .ed25519], [.ed25519, .p256]] as [[TestKey]] {
      for key in keys {
        let token = try TestToken(key).with(header: ["kid": #""other""#]).text()
        let error = try await verifier(of: keys).refusal(of: token)
        #expect(error?.message == "kid must name a key of the JWKS")
      }
    }
  }

  @Test("a name that is not text", arguments: ["null", "1", #"["p256"]"#, "{}"])
  func notText(id: String) async throws {
    let token = try TestToken().with(header: ["kid": id]).text()
    #expect(try await verifier(of: [.p256]).refusal(of: token)?.reason == .tokenInvalid)
  }

  @Test("no name: good where there is one key, and only there")
  func unnamed() async throws {
    let token = try TestToken().with(header: ["kid": nil]).text()
    #expect(try await verifier(of: [.p256]).refusal(of: token) == nil)
    for keys in [[], [.p256, .ed25519]] as [[TestKey]] {
      let error = try await verifier(of: keys).refusal(of: token)
      #expect(error?.message == "kid is missing; it must name the signing key")
    }
    let strange = try TestToken(Self.stranger).with(header: ["kid": nil]).text()
    #expect(try await verifier(of: [.p256]).refusal(of: strange)?.reason == .tokenInvalid)
  }

  @Test("a key that the token brings along is not looked at")
  func embedded() async throws {
    let stranger = Self.stranger
    let jwk = String(decoding: try JSONEncoder().encode(try stranger.members), as: UTF8.self)
    let verifier = try verifier(of: [.p256])
    for header in [
      ["jwk": jwk], ["jku": #""https://strange.example/keys""#], ["x5u": #""file:///keys""#],
      ["x5c": #"["MIIB"]"#],
    ] {
      let token = try TestToken(stranger).with(header: header).text()
      #expect(
        await verifier.refusal(of: token)?.message
          == "the signature does not match the key that kid names")
    }
  }

  @Test("critical extensions", arguments: [#"["exp"]"#, #"["b64"]"#, "[]", "null", "7"])
  func critical(value: String) async throws {
    let token = try TestToken().with(header: ["crit": value, "b64": "true"]).text()
    #expect(
      try await verifier(of: [.p256]).refusal(of: token)?.message
        == "crit must be absent; extensions are not supported")
  }
}
