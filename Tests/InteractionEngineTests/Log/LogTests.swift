import Foundation
import GRPCCore
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

/// W3C `traceparent` headers.
private enum Traceparent {
  static let trace = "0af7651916cd43dd8448eb211c80319c"
  static let good = "00-\(trace)-b7ad6b7169203331-01"
  static let bad: [String] = [
    "", "00", trace, good.uppercased(), "ff\(good.dropFirst(2))", "\(good)-00",
    good.replacing(trace, with: String(repeating: "0", count: 32)),
  ]
}

@Suite("The log tells of callers", .timeLimit(.minutes(2)))
struct LogTests {
  private let log = EngineLog()
  private let issuer = Issuer()

  @Test("a refused stream, with its client's error and its peer")
  func refusedStream() async throws {
    try await RunningEngine.with([:], log: self.log) { running in
      let end = await TestStream(running).end(by: .open { $0.experience = "attic" })
      #expect(end.reason == "UNKNOWN_EXPERIENCE")
      let line = try await self.log.told("stream refused", ["reason": end.reason])
      #expect(line["message"] == end.message && line["level"] == "info")
      #expect(line["peer"]?.isEmpty == false)
    }
  }

  @Test("a session from its beginning to the operator that ends it")
  func session() async throws {
    try await self.issuer.guarding(log: self.log) { running in
      let client = TestStream(running.called(by: try self.issuer.token()))
      try await client.open { $0.sessionID = "annas" }
      var line = try await self.log.told("session opened", ["session": "annas"])
      #expect(line["user"] == "anna" && line["outcome"] == "new")
      let token = try self.issuer.token("operator", claims: ["sub": #""olga""#])
      try await Inspector(running.called(by: token)).end("annas", "tidying up")
      line = try await self.log.told("session ended by an operator", ["session": "annas"])
      #expect(line["operator"] == "olga" && line["user"] == "anna")
      #expect(line["message"] == "tidying up" && line["peer"]?.isEmpty == false)
      line = try await self.log.told("session ended", ["session": "annas"])
      #expect(line["reason"] == "ENDED_BY_OPERATOR")
    }
  }

  @Test("the reader of a recording")
  func recording() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("recordings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await self.issuer.guarding(
      { $0.recording = RecordingPolicy(directory: folder) }, log: self.log
    ) { running in
      let client = TestStream(running.called(by: try self.issuer.token()))
      try await client.open { $0.sessionID = "annas" }
      #expect(await client.close().end == .well)
      let token = try self.issuer.token("operator", claims: ["sub": #""olga""#])
      let inspector = Inspector(running.called(by: token))
      // The recording cannot be read before its file exists.
      while await CallCompletion.of({ _ = try await inspector.recording("annas") }) != .well {
        try await Task.sleep(for: .milliseconds(5))
      }
      let line = try await self.log.told("recording read by an operator", ["session": "annas"])
      #expect(line["operator"] == "olga" && line["file"] == "annas.1.trace")
    }
  }

  @Test("the reason for a refused call of any method")
  func refusedCalls() async throws {
    try await self.issuer.guarding(log: self.log) { running in
      let client = running.called(by: try self.issuer.token())
      let operators = running.called(by: try self.issuer.token("operator"))
      let calls: [(method: String, reason: String, call: () async throws -> Void)] = [
        ("Simulate", "TOKEN_MISSING", { try await Self.simulate(running) }),
        ("Interact", "TOKEN_MISSING", { try await TestStream(running).open() }),
        ("EndSession", "ROLE_MISSING", { try await Inspector(client).end("annas") }),
        ("EndSession", "UNKNOWN_SESSION", { try await Inspector(operators).end("annas") }),
      ]
      for (method, reason, call) in calls {
        #expect(await CallCompletion.of(call).reason == reason)
        _ = try await self.log.told("call refused", ["method": method, "reason": reason])
      }
    }
  }

  @Test("the trace that a call is part of, in every line about it")
  func trace() async throws {
    let (trace, header) = (Traceparent.trace, ["traceparent": "\(Traceparent.good)"] as Metadata)
    try await RunningEngine.with([:], log: self.log) { running in
      let traced = running.called(with: header)
      let client = TestStream(traced)
      try await client.open { $0.sessionID = "traced" }
      _ = await TestStream(traced).end(by: .open { $0.experience = "attic" })
      _ = await CallCompletion.of { try await Inspector(traced).end("attic") }
      try await Inspector(traced).end("traced")
      #expect(await client.rest().end.reason == "ENDED_BY_OPERATOR")
      for message in [
        "session opened", "session ended", "session ended by an operator", "stream refused",
        "call refused",
      ] {
        #expect(try await self.log.told(message)["trace_id"] == trace, "\(message)")
      }
    }
  }

  @Test(
    "a traceparent that is none is left out, and no reason to refuse a call",
    arguments: Traceparent.bad)
  func noTrace(header: String) async throws {
    try await RunningEngine.with([:], log: self.log) { running in
      let client = TestStream(running.called(with: ["traceparent": "\(header)"]))
      try await client.open { $0.sessionID = "untraced" }
      let line = try await self.log.told("session opened", ["session": "untraced"])
      #expect(line["trace_id"] == nil)
    }
  }

  private static func simulate(_ running: RunningEngine) async throws {
    let _: Interaction_V1_SimulateResponse = try await running.call(
      "InteractionService/Simulate", Interaction_V1_SimulateRequest.with { $0.level = 1 })
  }

  @Test("an operator's message with a line break ends nothing, and is in no line")
  func forged() async throws {
    try await RunningEngine.with([:], log: self.log) { running in
      let client = TestStream(running)
      try await client.open { $0.sessionID = "fine" }
      let end = await CallCompletion.of {
        try await Inspector(running).end("fine", "a\nlevel=error\u{1b}")
      }
      #expect(end.code == .invalidArgument && end.fields == ["message"])
      #expect(await client.close().end == .well)
      _ = try await self.log.told("session ended", ["session": "fine"])
      #expect(!self.log.lines.contains { $0["message of the line"]?.contains("operator") == true })
    }
  }
}
