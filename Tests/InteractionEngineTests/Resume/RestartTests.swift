import Foundation
import InteractionWire
import Testing

@testable import InteractionService

@Suite("A session that cannot be resumed begins anew", .timeLimit(.minutes(2)))
struct RestartTests {
  /// Returns a session that was cut after six taps, with a checkpoint for each; its client shows
  /// the third tab.
  static func tapped(
    _ running: RunningEngine, _ id: String = "tapped", user: String = "", experience: String = ""
  ) async throws -> ResumableSession {
    let survivor = try await ResumableSession.opened(id, on: TestStream(running)) {
      ($0.user, $0.experience) = (user, experience)
      if experience.isEmpty { $0.current.selectedTab = 2 }
    }
    try await survivor.exchange((0 ..< 6).map { .tap(1 - $0 % 2, at: Int64($0) * 1000) })
    #expect(survivor.checkpoint.event == 6)
    survivor.conversation.cancel()
    return survivor
  }

  /// Checks that a session restarts with the client's restoration, by stream and by calls, and
  /// works afterwards.
  static func expectRestarted(
    _ survivor: ResumableSession, _ reasons: Interaction_V1_RestartReason...,
    on running: RunningEngine,
    _ change: ResumableSession.Change = { _ in }
  ) async throws {
    let (checkpoint, applied) = (survivor.checkpoint, survivor.applied)
    for connection in Connection.allCases {
      (survivor.checkpoint, survivor.applied) = (checkpoint, applied)
      let opened = try await survivor.tryToResume(on: connection.client(of: running), change)
      #expect(opened.outcome == .restarted && opened.appliedEvent == 0)
      #expect(reasons.contains(opened.restartReason), "\(opened.restartReason)")
      let tabs = opened.snapshot.settings.compactMap {
        if case .selection(let it)? = $0.state { it.selected } else { nil }
      }
      #expect(tabs == [2])
      try await survivor.exchange([.tap(1), .tap(0)])
      #expect(survivor.directives.tabs == [1, 0] && survivor.directives.numbers == [1, 2])
      #expect(await survivor.conversation.close().end == .well)
    }
    (survivor.checkpoint, survivor.applied) = (checkpoint, applied)
  }

  @Test("tokens with a bit changed, cut tokens and longer ones")
  func changedTokens() async throws {
    try await RunningEngine.with { running in
      let survivor = try await Self.tapped(running)
      let token = survivor.checkpoint.token
      for place in [0, 1, 2, 10, 24] + Array(stride(from: 40, to: token.count, by: 97)) {
        var changed = token
        changed[place] ^= 1 << (place % 8)
        // A change of the key's name or length results in an unknown key.
        try await Self.expectRestarted(survivor, .invalidToken, .unknownKey, on: running) {
          $0.resume.token = changed
        }
      }
      for length in [0, 1, 2, 20, 39, token.count / 2, token.count - 16, token.count - 1] {
        try await Self.expectRestarted(survivor, .invalidToken, on: running) {
          $0.resume.token = token.prefix(length)
        }
      }
      for longer in [token + [0], (token + token).prefix(4096), Data(count: 4096)] {
        try await Self.expectRestarted(survivor, .invalidToken, .unknownKey, on: running) {
          $0.resume.token = longer
        }
      }
      try await survivor.resume(on: TestStream(running))
    }
  }

  @Test("FOREIGN_CHECKPOINT: one of another session, of another user, or of no user")
  func foreignTokens() async throws {
    let changes: [ResumableSession.Change] = [
      { $0.sessionID = "another" }, { $0.user = "berta" }, { $0.user = "" },
    ]
    try await RunningEngine.with { running in
      let survivor = try await Self.tapped(running, user: "anna")
      for change in changes {
        for connection in Connection.allCases {
          let end = await CallCompletion.of {
            try await survivor.copy().tryToResume(on: connection.client(of: running), change)
          }
          #expect("\(end)" == "permissionDenied FOREIGN_CHECKPOINT")
        }
      }
      try await survivor.resume(on: TestStream(running))
    }
  }

  @Test("a key that the engine does not have")
  func foreignKeys() async throws {
    try await RunningEngine.with { one in
      try await RunningEngine.with { two in
        try await Self.expectRestarted(try await Self.tapped(one), .unknownKey, on: two)
      }
    }
  }

  @Test("events are missing", arguments: [8, 100, 1 << 63] as [UInt64])
  func missingEvents(first: UInt64) async throws {
    try await RunningEngine.with { running in
      let survivor = try await Self.tapped(running)
      try await Self.expectRestarted(survivor, .eventsMissing, on: running) {
        $0.resume.firstEvent = first
      }
    }
  }

  @Test("directives are missing", arguments: [5, 0] as [UInt64])
  func missingDirectives(applied: UInt64) async throws {
    try await RunningEngine.with { running in
      let survivor = try await Self.tapped(running)
      try await Self.expectRestarted(survivor, .directivesMissing, on: running) {
        $0.resume.directive = applied
      }
    }
  }

  @Test("a client that has applied what was never decided still gets what is decided later")
  func directivesAhead() async throws {
    try await RunningEngine.with { running in
      let survivor = try await Self.tapped(running)
      let client = TestStream(running)
      try await client.send(
        .open {
          ($0.sessionID, $0.epoch, $0.capabilities.resumes) = (survivor.id, 2, true)
          $0.resume = survivor.resumption
          $0.resume.directive = 1000
        })
      try await client.send(.events(7, [.tap(3, at: 9000)]))
      let (frames, end) = await client.close()
      #expect(end != .well || frames.tabs == [3])
    }
  }
}
