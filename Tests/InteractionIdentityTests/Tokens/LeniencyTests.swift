import Foundation
import InteractionIdentity
import Testing

@Suite("Tokens that the library accepts or traps on")
struct LeniencyTests {
  /// Returns a token with a header and claims of arbitrary bytes.
  private func token(header: Data, claims: Data) throws -> String {
    let text = "\(header.base64URL).\(claims.base64URL)"
    return "\(text).\(try TestKey.p256.sign(Data(text.utf8)).base64URL)"
  }

  /// The header and the claims of a valid token, as JSON.
  private static let header = #"{"alg":"ES256","kid":"p256"}"#
  private static let claims =
    #"{"iss":"https://issuer.example","aud":"interaction-engine","sub":"a","exp":1700000600}"#

  @Test(
    "header members that are not read do not matter",
    arguments: [
      ["typ": nil], ["typ": #""at+jwt""#], ["typ": #""jwt""#], ["typ": "7"], ["typ": "null"],
      ["cty": #""JWT""#], ["b64": "true"], ["jwk": #"{"kty":"oct","k":"AA"}"#],
      ["jku": #""https://strange.example/keys""#], ["x5c": #"["MIIB", 7]"#], ["x5c": "[]"],
      ["x5u": #""file:///keys""#], ["x5t": "[]"], ["zip": #""DEF""#], ["big": "1e300"],
      ["big": "-1e300"], ["big": "9223372036854775808"], ["big": "[1e300]"], ["small": "-0"],
      ["small": "1e-300"],
    ] as [[String: String?]])
  func header(members: [String: String?]) async throws {
    for key in try TestKey.all {
      let token = try TestToken(key).with(header: members).text()
      #expect(try await verifier(of: [key]).refusal(of: token) == nil)
    }
  }

  @Test(
    "claims that are not read do not matter", arguments: ["1e300", "1e999", "-1e300", "[[[1]]]"])
  func claims(value: String) async throws {
    let token = try TestToken().with(["big": value]).text()
    #expect(try await verifier(of: [.p256]).refusal(of: token) == nil)
  }

  @Test("an unencoded payload (RFC 7797) is refused; b64 alone changes nothing")
  func unencoded() async throws {
    let verifier = try verifier(of: [.p256])
    let encoded = TestToken().with(header: ["b64": "false"])
    #expect(await verifier.refusal(of: try encoded.text()) == nil)
    let critical = encoded.with(header: ["crit": #"["b64"]"#])
    #expect(
      await verifier.refusal(of: try critical.text())?.message
        == "crit must be absent; extensions are not supported")
    for token in [encoded, critical] {
      for payload in [Self.claims, "claims", ""] {
        let text = "\(token.signedText.prefix { $0 != "." }).\(payload)"
        let signed = "\(text).\(try TestKey.p256.sign(Data(text.utf8)).base64URL)"
        #expect(await verifier.refusal(of: signed)?.reason == .tokenInvalid)
      }
    }
  }

  @Test("every other spelling of a part is refused, even where it is what was signed")
  func spelling() async throws {
    let verifier = try verifier(of: [.p256])
    let last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    // One encoding without trailing bits, and two with trailing bits that must be zero.
    for padding in 0 ..< 3 {
      let claims = Self.claims + String(repeating: " ", count: padding)
      let good = try self.token(header: Data(Self.header.utf8), claims: Data(claims.utf8))
      #expect(await verifier.refusal(of: good) == nil)
      let parts = good.split(separator: ".").map(String.init)
      for index in parts.indices {
        let affixes = ["=", "==", "===", "+", "/", "\n", " "]
        var spellings = affixes.flatMap { [parts[index] + $0, $0 + parts[index]] }
        spellings += last.map { parts[index].dropLast() + String($0) }
        for spelling in spellings where spelling != parts[index] {
          var changed = parts
          changed[index] = spelling
          let text = changed.joined(separator: ".")
          #expect(await verifier.refusal(of: text)?.reason == .tokenInvalid)
        }
        for affix in affixes where index < 2 {
          var changed = parts
          changed[index] += affix
          let text = "\(changed[0]).\(changed[1])"
          let token = "\(text).\(try TestKey.p256.sign(Data(text.utf8)).base64URL)"
          #expect(await verifier.refusal(of: token)?.reason == .tokenInvalid)
        }
      }
    }
  }

  @Test("JSON in another encoding than UTF-8 is refused")
  func encodings() async throws {
    let verifier = try verifier(of: [.p256])
    let (header, claims) = (Data(Self.header.utf8), Data(Self.claims.utf8))
    #expect(await verifier.refusal(of: try self.token(header: header, claims: claims)) == nil)
    for encoding in [
      String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian,
      .utf32LittleEndian,
    ] {
      let other = try #require(Self.header.data(using: encoding))
      let otherClaims = try #require(Self.claims.data(using: encoding))
      for token in [
        try self.token(header: other, claims: claims),
        try self.token(header: header, claims: otherClaims),
      ] {
        #expect(
          await verifier.refusal(of: token)?.message
            == "header and claims must be JSON in UTF-8, nested at most 64 deep")
      }
    }
  }

  @Test("nesting is counted up to the limit, and not inside texts")
  func nesting() async throws {
    let verifier = try verifier(of: [.p256])
    for depth in [63, 64] {
      // The enclosing object is a level, too.
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      for token in [TestToken().with(["a": value]), TestToken().with(header: ["a": value])] {
        #expect((await verifier.refusal(of: try token.text()) == nil) == (depth == 63))
      }
    }
    let open = String(repeating: "[{", count: 100)
    let close = String(repeating: "]}", count: 100)
    for text in [open, #"\""# + open, close, #"\\"#, #"\\\""# + open] {
      let token = try TestToken().with(["a": "\"\(text)\""]).text()
      #expect(await verifier.refusal(of: token) == nil)
    }
    // A closing bracket in a string does not reduce the depth.
    let hidden = TestToken().with([
      "a": "\"\(close)\"",
      "b": String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    ])
    #expect(await verifier.refusal(of: try hidden.text())?.reason == .tokenInvalid)
  }
}
