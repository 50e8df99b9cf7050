import Foundation
import InteractionIdentity
import Testing
import X509

@Suite("Authentication of callers")
struct CredentialVerifierTests {
  private func authority(now: Date = TestToken.now) throws -> CredentialVerifier {
    CredentialVerifier(
      tokens: try verifier(of: [.p256], now: now),
      peers: try PeerPolicy(["ops.internal=operator", "user-1=client"]))
  }

  private func refusal(_ body: () async throws(IdentityError) -> Caller) async -> IdentityError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test("an open server lets every caller do everything, and looks at no proof")
  func open() async throws {
    for authorization in [nil, "Bearer x", "nonsense"] {
      let caller = try await CredentialVerifier.open.caller(
        authorization: authorization, certificate: nil)
      #expect(caller == Caller(kind: .anonymous, subject: "", roles: Set(Role.allCases)))
      #expect(try await CredentialVerifier.open.refresh(caller, with: "x") == caller)
    }
  }

  @Test("the scheme is Bearer in any case", arguments: ["Bearer ", "bearer ", "BEARER  "])
  func scheme(prefix: String) async throws {
    let authorization = prefix + (try TestToken().text())
    let caller = try await self.authority().caller(authorization: authorization, certificate: nil)
    #expect(caller.subject == "user-1")
  }

  @Test("other headers", arguments: ["", " ", "Bearer", "Bearer ", "Basic dTpw", "Bearer\t", "x"])
  func otherSchemes(authorization: String) async throws {
    let authority = try self.authority()
    let token = try TestToken().text()
    for value in [authorization, token, " Bearer \(token)", "Bearer\(token)"] {
      let error = await self.refusal { () async throws(IdentityError) in
        try await authority.caller(authorization: value, certificate: nil)
      }
      #expect(error == IdentityError(.tokenInvalid, "authorization must be 'Bearer <token>'"))
    }
  }

  @Test("a token wins over a certificate, and a bad one is not made up for")
  func precedence() async throws {
    let authority = try self.authority()
    let peer = try certificate([.dnsName("ops.internal")])
    let token = try TestToken().text()
    let byToken = try await authority.caller(authorization: "Bearer \(token)", certificate: peer)
    #expect(byToken.subject == "user-1")
    #expect(byToken.roles == [.client])
    let byCertificate = try await authority.caller(authorization: nil, certificate: peer)
    #expect(
      byCertificate == Caller(kind: .certificate, subject: "ops.internal", roles: [.operator]))
    for bad in ["Bearer x", "Basic x", "", "Bearer \(try TestToken().with(["exp": "1"]).text())"] {
      let error = await self.refusal { () async throws(IdentityError) in
        try await authority.caller(authorization: bad, certificate: peer)
      }
      #expect(error != nil)
    }
  }

  @Test("callers without valid credentials are rejected")
  func nothing() async throws {
    let peer = try certificate([.dnsName("other.internal")])
    let authority = try self.authority()
    let none = CredentialVerifier(tokens: nil, peers: nil)
    for (authority, certificate, end) in [
      (authority, nil, "it must be 'Bearer <token>'"), (none, nil, "it must be 'Bearer <token>'"),
      (none, peer, "it must be 'Bearer <token>'"),
      (authority, peer, "and the client certificate matches no --peer-role"),
    ] as [(CredentialVerifier, Certificate?, String)] {
      let error = await self.refusal { () async throws(IdentityError) in
        try await authority.caller(authorization: nil, certificate: certificate)
      }
      #expect(error?.reason == .tokenMissing)
      #expect(error?.message.hasPrefix("authorization is missing") == true)
      #expect(error?.message.hasSuffix(end) == true)
    }
  }

  @Test("a token is refused where none is taken, even beside a good certificate")
  func noTokens() async throws {
    let authority = CredentialVerifier(
      tokens: nil, peers: try PeerPolicy(["ops.internal=operator"]))
    let peer = try certificate([.dnsName("ops.internal")])
    let token = try TestToken().text()
    let error = await self.refusal { () async throws(IdentityError) in
      try await authority.caller(authorization: "Bearer \(token)", certificate: peer)
    }
    #expect(
      error
        == IdentityError(.tokenInvalid, "tokens are not accepted here; omit authorization"))
  }

  @Test(
    "a refresh takes the new time, and the roles that both tokens have",
    arguments: [
      (#"["client", "backend"]"#, [.client, .backend]), (#"["backend"]"#, [.backend]),
      (#"["client", "backend", "operator"]"#, [.client, .backend]), ("[]", []),
      (#"["operator"]"#, []),
    ] as [(String, Set<Role>)])
  func refresh(claim: String, roles: Set<Role>) async throws {
    let authority = try self.authority()
    let old = try TestToken().with(["roles": #"["client", "backend"]"#]).text()
    let caller = try await authority.caller(authorization: "Bearer \(old)", certificate: nil)
    let new = try TestToken().with(["roles": claim, "exp": "1700009000"]).text()
    let fresh = try await authority.refresh(caller, with: new)
    #expect(
      fresh
        == Caller(
          kind: .token, subject: "user-1", roles: roles,
          expires: Date(timeIntervalSince1970: 1_700_009_000)))
  }

  @Test("a refresh with another user's token, or a bad one, is refused")
  func badRefresh() async throws {
    let authority = try self.authority()
    let caller = try await authority.caller(
      authorization: "Bearer \(try TestToken().text())", certificate: nil)
    for (token, reason) in [
      (try TestToken().with(["sub": #""user-2""#]).text(), .tokenInvalid),
      (try TestToken().with(["sub": #""User-1""#]).text(), .tokenInvalid),
      (try TestToken().with(["exp": "1"]).text(), .tokenExpired),
      (try TestToken().with(["aud": #""x""#]).text(), .tokenInvalid), ("", .tokenInvalid),
      ("Bearer \(try TestToken().text())", .tokenInvalid),
    ] as [(String, IdentityError.Reason)] {
      let error = await self.refusal { () async throws(IdentityError) in
        try await authority.refresh(caller, with: token)
      }
      #expect(error?.reason == reason)
    }
    let stranger = Caller(kind: .token, subject: "user-2", roles: [.client], expires: TestToken.now)
    let token = try TestToken().text()
    let other = await self.refusal { () async throws(IdentityError) in
      try await authority.refresh(stranger, with: token)
    }
    #expect(
      other?.message == "the token has another subject; sub must be that of the previous token")
  }

  @Test("a caller by certificate does not become one by token")
  func certificateRefresh() async throws {
    let authority = try self.authority()
    let peer = try certificate([.dnsName("user-1")])
    let caller = try await authority.caller(authorization: nil, certificate: peer)
    #expect(caller.subject == "user-1")
    let token = try TestToken().text()
    let error = await self.refusal { () async throws(IdentityError) in
      try await authority.refresh(caller, with: token)
    }
    #expect(
      error == IdentityError(.tokenInvalid, "only a caller authenticated by a token can refresh it")
    )
  }

  @Test("a token cannot pass for a certificate, nor for the caller of an open server")
  func kinds() async throws {
    let authority = CredentialVerifier(
      tokens: try verifier(of: [.p256]), peers: try PeerPolicy(["user-1=client"]))
    let token = try TestToken().text()
    let callers = [
      try await authority.caller(authorization: "Bearer \(token)", certificate: nil),
      try await authority.caller(
        authorization: nil, certificate: try certificate([.dnsName("user-1")])),
      try await CredentialVerifier.open.caller(authorization: nil, certificate: nil),
    ]
    #expect(callers.map(\.kind) == Caller.CredentialKind.allCases)
    #expect(callers.map(\.subject) == ["user-1", "user-1", ""])
    #expect(Set(callers).count == 3)
  }

  @Test("a role is required by name")
  func require() {
    let caller = Caller(kind: .token, subject: "a", roles: [.backend])
    #expect(throws: Never.self) { try caller.require(.backend) }
    for role in [Role.client, .operator] {
      #expect(
        throws: IdentityError(.roleMissing, "the role '\(role.rawValue)' is required")
      ) { try caller.require(role) }
    }
    #expect(throws: IdentityError.self) {
      try Caller(kind: .anonymous, subject: "", roles: []).require(.client)
    }
  }

  @Test("the reasons are those of the contract")
  func reasons() {
    #expect(
      IdentityError.Reason.allCases.map(\.rawValue) == [
        "TOKEN_MISSING", "TOKEN_INVALID", "TOKEN_EXPIRED", "ROLE_MISSING",
      ])
  }
}
