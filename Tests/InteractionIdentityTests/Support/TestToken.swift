import Foundation
import InteractionIdentity

/// A builder for test tokens; members are JSON.
struct TestToken {
  /// The time of all tests.
  static let now = Date(timeIntervalSince1970: 1_700_000_000)
  static let issuer = "https://issuer.example"
  static let audience = "interaction-engine"

  var key: TestKey
  var header: [String: String]
  var claims: [String: String] = [
    "iss": #""https://issuer.example""#, "aud": #""interaction-engine""#, "sub": #""user-1""#,
    "exp": "1700000600", "roles": #"["client"]"#,
  ]

  init(_ key: TestKey = .p256) {
    self.key = key
    self.header = ["alg": "\"\(key.algorithm)\"", "kid": "\"\(key.id)\"", "typ": #""JWT""#]
  }

  /// Returns the token with other claims; nil removes one.
  func with(_ claims: [String: String?]) -> TestToken {
    var token = self
    for (name, value) in claims { token.claims[name] = value }
    return token
  }

  /// Returns the token with other header members; nil removes one.
  func with(header: [String: String?]) -> TestToken {
    var token = self
    for (name, value) in header { token.header[name] = value }
    return token
  }

  /// The signing input.
  var signedText: String {
    Data(Self.json(self.header).utf8).base64URL + "."
      + Data(Self.json(self.claims).utf8).base64URL
  }

  /// Returns the token, signed by its key.
  func text() throws -> String {
    let text = self.signedText
    return "\(text).\(try self.key.sign(Array(text.utf8)).base64URL)"
  }

  private static func json(_ members: [String: String]) -> String {
    let members = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return "{\(members.joined(separator: ","))}"
  }
}

/// Returns a verifier of test tokens.
func verifier(
  of keys: [TestKey], now: Date = TestToken.now, policy: TokenPolicy? = nil
) throws -> TokenVerifier {
  let file = try TestFile(keys)
  return TokenVerifier(
    keys: try WatchedKeySet(file.url),
    policy: try policy ?? TokenPolicy(issuer: TestToken.issuer, audience: TestToken.audience),
    now: { now })
}

extension TokenVerifier {
  /// Returns the error of verifying a token; nil if it is valid.
  func refusal(of token: String) async -> IdentityError? {
    do {
      _ = try await self.verify(token)
      return nil
    } catch {
      return error
    }
  }
}
