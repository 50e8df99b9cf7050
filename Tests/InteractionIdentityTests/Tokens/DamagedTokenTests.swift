import Foundation
import InteractionIdentity
import Testing

@Suite("Damaged tokens")
struct DamagedTokenTests {
  @Test("any one flipped bit", arguments: ["p256", "ed25519", "rsa"])
  func flipped(id: String) async throws {
    let key = try TestKey.named(id)
    // A single key, so that a token with a damaged `kid` member would find it.
    let verifier = try verifier(of: [key])
    let good = Array(try TestToken(key).text().utf8)
    #expect(await verifier.refusal(of: String(decoding: good, as: UTF8.self)) == nil)
    for index in good.indices {
      for bit in 0 ..< 8 {
        var bad = good
        bad[index] ^= 1 << bit
        let error = await verifier.refusal(of: String(decoding: bad, as: UTF8.self))
        #expect(error?.reason == .tokenInvalid, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test("any one byte left out or put in twice")
  func shifted() async throws {
    let verifier = try verifier(of: [.ed25519])
    let good = Array(try TestToken(.ed25519).text().utf8)
    for index in good.indices {
      var short = good
      short.remove(at: index)
      var long = good
      long.insert(good[index], at: index)
      for bad in [short, long] {
        let error = await verifier.refusal(of: String(decoding: bad, as: UTF8.self))
        #expect(error?.reason == .tokenInvalid, "byte \(index)")
      }
    }
  }

  @Test("a good token in another spelling")
  func spelling() async throws {
    let verifier = try verifier(of: [.p256])
    let good = try TestToken().text()
    let parts = good.split(separator: ".").map(String.init)
    for bad in [
      good + "=", good + "==", good + "\n", " " + good, good + ".", "." + good, good + ".e30",
      "\(parts[0])=.\(parts[1]).\(parts[2])", "\(parts[0]) .\(parts[1]).\(parts[2])",
      "\(parts[0])..\(parts[2])", "\(parts[0]).\(parts[1])", "\(parts[1]).\(parts[0]).\(parts[2])",
      "Bearer " + good, "\u{FEFF}" + good,
    ] {
      #expect(await verifier.refusal(of: bad)?.reason == .tokenInvalid)
    }
  }

  @Test(
    "garbage",
    arguments: [
      "", ".", "..", "...", "....", "a", "a.b", "a.b.c", "a.b.c.d", "a.b.c.d.e", "!!!.???.***",
      "e30.e30.e30", "e30.e30.", "bnVsbA.bnVsbA.bnVsbA", "W10.W10.W10", "MQ.MQ.MQ", "Ig.Ig.Ig",
      "eyJhbGciOiJFUzI1NiJ9..", "eyJhbGciOiJFUzI1NiJ9.e30.", "_____w._____w._____w",
      "\u{0}.\u{0}.\u{0}", "\u{1F512}.\u{1F512}.\u{1F512}",
    ])
  func garbage(token: String) async throws {
    #expect(try await verifier(of: [.p256]).refusal(of: token)?.reason == .tokenInvalid)
  }

  @Test(
    "signed claims that are not an object of JSON",
    arguments: ["", "null", "7", "[]", #""{}""#, "{", #"{"iss""#, "{}}", "\u{FEFF}", "nonsense"])
  func notClaims(json: String) async throws {
    let header = TestToken().signedText.prefix { $0 != "." }
    let text = "\(header).\(Data(json.utf8).base64URL)"
    let token = "\(text).\(try TestKey.p256.sign(Data(text.utf8)).base64URL)"
    let error = try await verifier(of: [.p256]).refusal(of: token)
    #expect(error == IdentityError(.tokenInvalid, "the claims must be a JSON object"))
  }

  @Test("a token may be as long as the limit, and no longer")
  func size() async throws {
    let token = try TestToken(.ed25519).with(["pad": "\"\(String(repeating: "x", count: 999))\""])
      .text()
    for (limit, isGood) in [(token.utf8.count, true), (token.utf8.count - 1, false)] {
      let policy = try TokenPolicy(
        issuer: TestToken.issuer, audience: TestToken.audience, maximumTokenBytes: limit)
      let error = try await verifier(of: [.ed25519], policy: policy).refusal(of: token)
      #expect((error == nil) == isGood)
      if let error {
        #expect(error.message == "the token has \(limit + 1) bytes; must have at most \(limit)")
      }
    }
    let long = try TestToken().with(["pad": "\"\(String(repeating: "x", count: 8192))\""]).text()
    #expect(
      try await verifier(of: [.p256]).refusal(of: long)?.message
        == "the token has \(long.utf8.count) bytes; must have at most 8192")
  }

  @Test("deep nesting", arguments: [100, 511, 513, 10_000, 200_000])
  func nesting(depth: Int) async throws {
    let policy = try TokenPolicy(
      issuer: TestToken.issuer, audience: TestToken.audience, maximumTokenBytes: 4 << 20)
    let verifier = try verifier(of: [.ed25519], policy: policy)
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let objects =
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    let open = String(repeating: "[", count: depth)
    for json in [arrays, objects, open] {
      for claim in ["roles", "exp", "aud"] {
        let token = try TestToken(.ed25519).with([claim: json]).text()
        #expect(await verifier.refusal(of: token)?.reason == .tokenInvalid)
      }
      for member in ["alg", "kid", "crit"] {
        let token = try TestToken(.ed25519).with(header: [member: json]).text()
        #expect(await verifier.refusal(of: token)?.reason == .tokenInvalid)
      }
    }
  }
}
