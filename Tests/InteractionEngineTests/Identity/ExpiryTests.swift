import GRPCCore
import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Tokens that expire in the middle of a session", .timeLimit(.minutes(2)))
struct ExpiryTests {
  private let issuer = Issuer()

  private func expiring(in seconds: Double, _ roles: String = "client") throws -> String {
    try self.issuer.token(roles, claims: ["exp": Issuer.time(in: seconds)])
  }

  private func opened(
    _ running: RunningEngine, _ connection: Connection = .stream, expiringIn seconds: Double = 600
  ) async throws -> TestStream {
    let token = try self.expiring(in: seconds)
    let client = connection.client(of: running.called(by: token))
    try await client.open()
    return client
  }

  private func hasNotice(_ frame: WireResponse) -> Bool {
    frame.notices.contains { $0.reason == .tokenExpires }
  }

  /// Waits until the client is asked to refresh its token.
  private func told(_ client: TestStream) async throws {
    let frame = try #require(try await client.receive(until: self.hasNotice).last)
    #expect(frame.notices.map(\.sequence) == [0])
  }

  /// Checks that the session answers without asking for a token.
  private func expectQuiet(_ client: TestStream) async throws {
    var frames = try await client.exchange(.tap(1), .tap(0))
    #expect(frames.tabs == [1, 0])
    let (rest, end) = await client.close()
    frames += rest
    #expect(end == .well && !frames.contains(where: self.hasNotice))
  }

  @Test("TOKEN_EXPIRES: at once, or so long before; no token that is good for longer")
  func notices() async throws {
    try await self.issuer.guarding { running in
      for seconds in [-20, 2, 55] as [Double] {
        let client = try await self.opened(running, expiringIn: seconds)
        try await self.told(client)
        try await self.expectQuiet(client)
      }
      try await self.expectQuiet(try await self.opened(running))
      // No frame comes between the opening and the notice.
      let soon = try await self.opened(running, expiringIn: 62)
      let first = try await soon.receive()
      #expect(self.hasNotice(first))
    }
  }

  @Test("a newer token is good for longer, and may have more roles", arguments: Connection.allCases)
  func refreshed(connection: Connection) async throws {
    try await self.issuer.guarding { running in
      let client = try await self.opened(running, connection, expiringIn: 5)
      try await self.told(client)
      try await client.send(.refresh(try self.expiring(in: 50)))
      try await self.told(client)
      try await client.send(.refresh(try self.issuer.token("client", "operator")))
      try await self.expectQuiet(client)
    }
  }

  @Test("a newer token that is not good ends the session", arguments: Connection.allCases)
  func badRefreshes(connection: Connection) async throws {
    let refreshes = [
      (try self.issuer.token(claims: ["sub": #""otto""#]), "unauthenticated TOKEN_INVALID"),
      (try self.issuer.token(claims: ["sub": "null"]), "unauthenticated TOKEN_INVALID"),
      (try self.expiring(in: -60), "unauthenticated TOKEN_EXPIRED"),
      (try self.issuer.token(claims: ["aud": #""attic""#]), "unauthenticated TOKEN_INVALID"),
      (try Issuer().token(), "unauthenticated TOKEN_INVALID"),
      ("", "unauthenticated TOKEN_INVALID"), ("attic", "unauthenticated TOKEN_INVALID"),
      ("Bearer \(try self.issuer.token())", "unauthenticated TOKEN_INVALID"),
      (try self.issuer.token("backend"), "permissionDenied ROLE_MISSING"),
    ]
    try await self.issuer.guarding { running in
      for (token, expected) in refreshes {
        let client = try await self.opened(running, connection)
        let sending = await CallCompletion.of { try await client.send(.refresh(token)) }
        #expect("\(sending)" == (connection == .calls ? expected : "OK"))
        #expect("\(await client.rest().end)" == expected)
      }
      let large = try await self.opened(running, connection)
      let sending = await CallCompletion.of {
        try await large.send(.refresh(String(repeating: "x", count: 8193)))
      }
      let end = await large.rest().end
      for end in connection == .calls ? [sending, end] : [end] {
        #expect(end.code == .invalidArgument && end.fields == ["auth_refresh.token"])
      }
      let early = TestStream(running.called(by: try self.issuer.token()))
      let refresh = WireRequest.refresh(try self.issuer.token())
      #expect(await early.end(by: refresh).reason == "OPEN_REQUIRED")
    }
  }

  @Test("an engine that asks for no token looks at none")
  func unasked() async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open()
      try await client.send(.refresh("attic"))
      try await self.expectQuiet(client)
    }
  }

  @Test("without a newer token the session ends when the grace is over")
  func ends() async throws {
    try await self.issuer.guarding({ $0.limits.expiryGrace = .seconds(1) }) { running in
      for connection in Connection.allCases {
        let client = try await self.opened(running, connection, expiringIn: 2)
        let (frames, end) = await client.rest()
        #expect("\(end)" == "unauthenticated TOKEN_EXPIRED")
        #expect(frames.count(where: self.hasNotice) == 1)
      }
    }
  }

  @Test("one that comes within the grace is in time")
  func grace() async throws {
    try await self.issuer.guarding { running in
      let client = try await self.opened(running, expiringIn: -20)
      let ended = try await self.opened(running, expiringIn: -20)
      try await self.told(client)
      try await client.send(.refresh(try self.issuer.token()))
      // The other session's grace period is over, and so would be this one's.
      #expect("\(await ended.rest().end)" == "unauthenticated TOKEN_EXPIRED")
      try await self.expectQuiet(client)
    }
  }
}
