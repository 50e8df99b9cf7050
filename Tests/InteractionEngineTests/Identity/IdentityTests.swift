import GRPCCore
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Identity of callers, and ownership of sessions", .timeLimit(.minutes(2)))
struct IdentityTests {
  private let issuer = Issuer()

  /// Returns a caller with a token of this subject.
  private func caller(
    _ running: RunningEngine, _ subject: String = "anna"
  ) throws -> RunningEngine {
    running.called(by: try self.issuer.token(claims: ["sub": "\"\(subject)\""]))
  }

  /// Returns the ends of calls: the opening of a stream and of a session, a client's call and an
  /// operator's.
  private func ends(_ running: RunningEngine) async -> [CallCompletion] {
    var ends: [CallCompletion] = []
    for connection in Connection.allCases {
      ends.append(await CallCompletion.of { try await connection.client(of: running).open() })
    }
    ends.append(
      await CallCompletion.of {
        let _: Interaction_V1_SimulateResponse = try await running.call(
          "InteractionService/Simulate", Interaction_V1_SimulateRequest.with { $0.level = 1 })
      })
    ends.append(await CallCompletion.of { _ = try await Inspector(running).list() })
    return ends
  }

  @Test("a token, its scheme in any case, opens sessions")
  func tokens() async throws {
    try await self.issuer.guarding { running in
      let token = try self.issuer.token()
      for value in ["Bearer \(token)", "bearer \(token)", "BEARER   \(token)"] {
        for connection in Connection.allCases {
          let client = connection.client(of: running.called(with: ["authorization": "\(value)"]))
          try await client.open()
          #expect(try await client.exchange(.tap(1)).tabs == [1])
          #expect(await client.close().end == .well)
        }
      }
    }
  }

  @Test("no token, two of them, or something else")
  func noToken() async throws {
    let token = try self.issuer.token()
    let good = "Bearer \(token)"
    try await self.issuer.guarding { running in
      for (values, reason) in [
        ([], "TOKEN_MISSING"), ([token], "TOKEN_INVALID"), (["Basic \(token)"], "TOKEN_INVALID"),
        (["Bearer"], "TOKEN_INVALID"), (["Bearer "], "TOKEN_INVALID"),
        ([good, good], "TOKEN_INVALID"), ([good, "Bearer attic"], "TOKEN_INVALID"),
        ([good, ""], "TOKEN_INVALID"), (["\(good), \(good)"], "TOKEN_INVALID"),
        ([good + "A"], "TOKEN_INVALID"), (["Bearer \(try Issuer().token())"], "TOKEN_INVALID"),
        (
          ["Bearer \(try self.issuer.token(claims: ["exp": Issuer.time(in: -31)]))"],
          "TOKEN_EXPIRED"
        ),
      ] as [([String], String)] {
        var metadata: Metadata = ["x-authorization": "\(good)"]
        for value in values { metadata.addString(value, forKey: "authorization") }
        for end in await self.ends(running.called(with: metadata)) {
          #expect("\(end)" == "unauthenticated \(reason)" && end.domain == "interaction.v1")
        }
      }
    }
  }

  @Test("a session's user is the token's subject")
  func users() async throws {
    try await self.issuer.guarding { running in
      let anna = try self.caller(running)
      for user in ["otto", "anna ", "Anna", "operator"] {
        for connection in Connection.allCases {
          let end = await CallCompletion.of {
            try await connection.client(of: anna).open { $0.user = user }
          }
          #expect("\(end)" == "permissionDenied ROLE_MISSING")
        }
      }
      for (number, user) in ["", "anna", "", "anna"].enumerated() {
        let connection = number < 2 ? Connection.stream : .calls
        try await connection.client(of: anna).open {
          ($0.sessionID, $0.user) = ("hers-\(number)", user)
        }
      }
      let otto = try self.caller(running, "otto")
      try await TestStream(otto).open { $0.sessionID = "his" }
      let inspector = Inspector(running.called(by: try self.issuer.token("operator")))
      let hers = try await inspector.list(#"{"user": "anna"}"#)
      #expect(hers.sessions.map(\.sessionID) == (0 ..< 4).map { "hers-\($0)" })
      #expect(hers.totalSize == 4)
      #expect(try await inspector.get("his").summary.user == "otto")
      let end = await CallCompletion.of {
        try await TestStream(otto).open { ($0.sessionID, $0.epoch) = ("hers-0", 9) }
      }
      #expect("\(end)" == "permissionDenied FOREIGN_SESSION")
    }
  }

  @Test("a checkpoint of another subject's opens nothing, on whichever engine")
  func checkpoints() async throws {
    let gatekeeper = try self.issuer.gatekeeper()
    try await RunningEngine.two([:], { $0.callerAuthentication = gatekeeper }) { one, two in
      let survivor = try await ResumableSession.opened(
        "hers", on: TestStream(try self.caller(one)))
      try await survivor.exchange([.tap(1), .tap(2)])
      survivor.conversation.cancel()
      for thief in [
        try self.caller(one, "otto"), try self.caller(two, "otto"), try self.caller(two, "anna2"),
      ] {
        for connection in Connection.allCases {
          let end = await CallCompletion.of {
            try await survivor.copy().tryToResume(on: connection.client(of: thief))
          }
          #expect("\(end)" == "permissionDenied FOREIGN_CHECKPOINT")
        }
      }
      let otto = TestStream(try self.caller(two, "otto"))
      let opened = try await survivor.copy().tryToResume(on: otto) {
        ($0.sessionID, $0.resume.token) = ("changed", $0.resume.token.dropLast() + [0, 0])
      }
      #expect(opened.outcome == .restarted)
      try await survivor.resume(on: TestStream(try self.caller(two)))
      try await survivor.exchange([.tap(3)])
      #expect(survivor.directives.numbers == [1, 2, 3])
    }
  }

  @Test("SendEvents and Subscribe of another subject's session")
  func foreignCalls() async throws {
    try await self.issuer.guarding { running in
      let session = UnarySession(try self.caller(running))
      try await session.open()
      func holder(_ caller: RunningEngine) -> UnarySession {
        let holder = UnarySession(caller)
        (holder.id, holder.key) = (session.id, session.key)
        return holder
      }
      for subject in ["otto", "Anna"] {
        let thief = holder(try self.caller(running, subject))
        for end in [
          await thief.endOfSending(isLast: true), await thief.endOfSending(.events(1, [.tap(1)])),
          await thief.endOfSending(), await thief.endOfSubscribe(),
        ] { #expect("\(end)" == "notFound UNKNOWN_SESSION") }
      }
      let unknown = await holder(running).endOfSending()
      #expect("\(unknown)" == "unauthenticated TOKEN_MISSING")
      let backend = running.called(by: try self.issuer.token("backend"))
      #expect("\(await holder(backend).endOfSending())" == "permissionDenied ROLE_MISSING")
      // Her session continues, with any of her tokens.
      #expect(try await session.exchange(.tap(1)).tabs == [1])
      let token = try self.issuer.token(claims: ["iat": Issuer.time(in: 1)])
      try await holder(running.called(by: token)).tell(isLast: true)
      #expect(await session.rest().end == .well)
    }
  }
}
