import Foundation
import InteractionIdentity
import Testing

@Suite("Claims that are refused")
struct ClaimTests {
  /// An invalid claim as JSON, nil if absent, and the message's text.
  struct Wrong: CustomTestStringConvertible {
    var claim: String
    var value: String?
    var message: String

    var testDescription: String { "\(self.claim): \(self.value ?? "absent")" }
  }

  static let wrong: [Wrong] = [
    ("iss", "is missing; it must be a string", [nil]),
    ("iss", "must be a string", ["null", "7", #"["https://issuer.example"]"#]),
    (
      "iss", "must be 'https://issuer.example'",
      [#""""#, #""https://issuer.example/""#, #""HTTPS://issuer.example""#]
    ),
    ("aud", "is missing; it must be a string or an array of strings", [nil]),
    (
      "aud", "must be a string or an array of strings",
      ["null", "7", "{}", #"["interaction-engine", 7]"#]
    ),
    (
      "aud", "must be or contain 'interaction-engine'",
      ["[]", #""""#, #""interaction-engine-2""#, #"["interaction"]"#, #""Interaction-engine""#]
    ),
    ("sub", "is missing; it must be a string", [nil]),
    ("sub", "must be a string", ["null", "7", "[]"]),
    (
      "sub", "must be 1 to 64 printable ASCII characters",
      [
        #""""#, "\"\(String(repeating: "s", count: 65))\"", #""a\nb""#, #""a\u0000""#,
        "\"caf\u{E9}\"", "\"\u{212A}\"",
      ]
    ),
    ("exp", "is missing; it must be seconds since 1970", [nil]),
    (
      "exp", "must be seconds since 1970",
      ["null", #""1700000600""#, "true", "[]", "-1", "253402300800", "1e300", "1e999"]
    ),
    ("nbf", "must be seconds since 1970", ["null", #""1""#, "-1", "1e300"]),
    ("iat", "must be seconds since 1970", ["null", #""1""#, "-1", "1e300"]),
    (
      "roles", "must be a string or an array of strings",
      ["null", "7", "[7]", #"{"client": true}"#]
    ),
  ].flatMap { (claim: String, problem: String, values: [String?]) in
    values.map { Wrong(claim: claim, value: $0, message: "\(claim) \(problem)") }
  }

  @Test("each wrong claim is named", arguments: Self.wrong)
  func named(wrong: Wrong) async throws {
    let token = try TestToken().with([wrong.claim: wrong.value]).text()
    let error = try await verifier(of: [.p256]).refusal(of: token)
    #expect(error == IdentityError(.tokenInvalid, wrong.message))
  }

  @Test("issuer and audience are compared byte by byte")
  func bytes() async throws {
    let policy = try TokenPolicy(issuer: "K", audience: "A\u{30A}")
    let verifier = try verifier(of: [.p256], policy: policy)
    let good = TestToken().with(["iss": #""K""#, "aud": "\"A\u{30A}\""])
    #expect(await verifier.refusal(of: try good.text()) == nil)
    // The Kelvin sign and the composed letter are equal as strings, but not as bytes.
    for claims in [["iss": "\"\u{212A}\""], ["aud": "\"\u{C5}\""]] {
      #expect(await verifier.refusal(of: try good.with(claims).text())?.reason == .tokenInvalid)
    }
  }

  @Test(
    "times are honoured up to the leeway and no further",
    arguments: [
      ("exp", 1_700_000_000, 29.999, nil), ("exp", 1_700_000_000, 30, .tokenExpired),
      ("exp", 1_700_000_000, 31, .tokenExpired), ("exp", 1_700_000_000, -1, nil),
      ("nbf", 1_700_000_000, -30, nil), ("nbf", 1_700_000_000, -30.001, .tokenInvalid),
      ("nbf", 1_700_000_000, 0, nil), ("iat", 1_700_000_000, -30, nil),
      ("iat", 1_700_000_000, -30.001, .tokenInvalid), ("iat", 1_700_000_000, 0, nil),
    ] as [(String, Int, Double, IdentityError.Reason?)])
  func leeway(claim: String, time: Int, later: Double, reason: IdentityError.Reason?) async throws {
    let now = Date(timeIntervalSince1970: Double(time) + later)
    let token = try TestToken().with([claim: "\(time)"]).text()
    #expect(try await verifier(of: [.p256], now: now).refusal(of: token)?.reason == reason)
  }

  @Test("without leeway the edge is exact")
  func exact() async throws {
    let policy = try TokenPolicy(
      issuer: TestToken.issuer, audience: TestToken.audience, leeway: .zero)
    let verifier = try verifier(of: [.p256], policy: policy)
    for (claims, reason) in [
      (["exp": "1700000000"], .tokenExpired), (["exp": "1700000000.5"], nil),
      (["nbf": "1700000000"], nil), (["nbf": "1700000000.5"], .tokenInvalid),
    ] as [([String: String], IdentityError.Reason?)] {
      #expect(await verifier.refusal(of: try TestToken().with(claims).text())?.reason == reason)
    }
  }

  @Test("a token that was never good is not said to have expired")
  func order() async throws {
    let verifier = try verifier(of: [.p256])
    let expired = TestToken().with(["exp": "1"])
    #expect(await verifier.refusal(of: try expired.text())?.reason == .tokenExpired)
    for claims in [
      ["iss": #""x""#], ["aud": #""x""#], ["sub": #""""#], ["roles": "7"], ["nbf": "1800000000"],
    ] {
      #expect(await verifier.refusal(of: try expired.with(claims).text())?.reason == .tokenInvalid)
    }
    let forged = try expired.text().dropLast(4) + "AAAA"
    #expect(await verifier.refusal(of: String(forged))?.reason == .tokenInvalid)
  }

  @Test("no message repeats what a token holds")
  func discreet() async throws {
    let verifier = try verifier(of: [.p256])
    let canary = #""canary\n""#
    for claim in ["iss", "aud", "sub", "exp", "nbf", "iat", "roles"] {
      let error = await verifier.refusal(of: try TestToken().with([claim: canary]).text())
      #expect(error?.message.contains("canary") != true)
    }
    for member in ["alg", "kid", "crit"] {
      let error = await verifier.refusal(of: try TestToken().with(header: [member: canary]).text())
      #expect(error.map { !$0.message.contains("canary") } == true)
    }
    #expect(await verifier.refusal(of: "canary")?.message.contains("canary") == false)
  }

  @Test("options that make no sense are refused together")
  func options() {
    let error = #expect(throws: IdentityConfigurationError.self) {
      try TokenPolicy(
        issuer: "", audience: "", leeway: .seconds(-1), rolesClaim: "sub", maximumTokenBytes: 0)
    }
    #expect(
      error?.problems == [
        "--token-issuer must not be empty", "--token-audience must not be empty",
        "leeway: must be from 0 s to 300 s",
        "--token-roles-claim is 'sub'; must not be empty or a registered claim",
        "maximum token bytes: must be positive",
      ])
    #expect(throws: IdentityConfigurationError.self) {
      try TokenPolicy(issuer: "i", audience: "a", leeway: .seconds(301))
    }
    #expect(throws: IdentityConfigurationError.self) {
      try TokenPolicy(issuer: "i", audience: "a", rolesClaim: "")
    }
  }
}
