import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@testable import InteractionService

/// Heartbeats and the engine's ticks, which a client does not repeat after a cut.
@Suite("A session is cut around heartbeats and ticks", .timeLimit(.minutes(2)))
struct UnrepeatedInputTests {
  /// An input that the client does not repeat, and the events before it.
  struct Stimulus: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: [WireEvent]
    /// The time of a heartbeat without held fingers; nil waits for the engine's tick.
    var beat: Int64?
  }

  /// The progress at which the connection is cut and the engine fails.
  enum Cut: CaseIterable {
    case unheard
    /// The engine has decided, and its frame is lost.
    case unread
    case unacknowledged
    case acknowledged
  }

  private static let pull = (1 ... 9).map {
    WireEvent.scroll(Double(-20 * $0), at: Int64($0) * 20_000)
  }

  private static let stimuli = [
    Stimulus(
      testDescription: "a heartbeat that lets go of a pull",
      before: [.scroll(0, .began)] + pull, beat: 200_000),
    Stimulus(testDescription: "a login that takes too long", before: [.tap(1, at: 1000)]),
    // The finger lifts just past the threshold.
    Stimulus(
      testDescription: "a list that comes to rest",
      before: [
        .scroll(0, .began), .scroll(290, at: 1000), .scroll(310, .ended, at: 2000),
      ]),
  ]

  /// An experience with the minimum login timeout.
  private static let experiences = [
    "brief": """
    name: brief
    sources: [{id: home, tab: 0}]
    tab_bar:
      gate_timeout: 1s
      items: [{title: {text: Home}}, {title: {text: Me}, login_required: true}]
    toggles: [{id: top, source: home, threshold: 300, below_name: down, above_name: up}]
    second_floor: {source: home}
    """
  ]

  private func start(_ stimulus: Stimulus, _ survivor: ResumableSession) async throws {
    if let beat = stimulus.beat { try await survivor.conversation.send(.heartbeat(beat)) }
  }

  private func cut(
    _ survivor: ResumableSession, _ cut: Cut, _ stimulus: Stimulus, _ running: RunningEngine
  ) async throws {
    switch cut {
    case .unheard: break
    case .unread:
      try await self.start(stimulus, survivor)
      let inspector = Inspector(running)
      while try await inspector.get(survivor.id).summary.lastDirective == survivor.applied {
        try await Task.sleep(for: .milliseconds(10))
      }
    case .unacknowledged, .acknowledged:
      try await self.start(stimulus, survivor)
      try await survivor.hear()
      if cut == .acknowledged { try await survivor.conversation.send(.ack(survivor.applied)) }
    }
    survivor.conversation.cancel()
  }

  @Test("a resumed session has exactly what its client received", arguments: Self.stimuli)
  func cut(around stimulus: Stimulus) async throws {
    try await RunningEngine.two(
      Self.experiences, { $0.limits.tickGrace = .milliseconds(100) }
    ) { one, two in
      for cut in Cut.allCases {
        let survivor = try await ResumableSession.opened(
          "\(cut)", stimulus.before, on: TestStream(one)
        ) { $0.experience = "brief" }
        var history = SessionInputs(of: "brief")
        history.sent(stimulus.before)
        try await survivor.play()
        let applied = survivor.applied
        try await self.cut(survivor, cut, stimulus, one)
        try await survivor.resume(on: TestStream(two))
        let isLost = survivor.applied == applied
        #expect(isLost == (cut == .unheard || cut == .unread), "\(cut)")
        try await survivor.play()
        if isLost {
          try await self.start(stimulus, survivor)
          try await survivor.hear(beyond: applied)
        }
        if let beat = stimulus.beat {
          history.came([WireEvent("heldDrags", at: beat)])
        } else {
          let now = try await Inspector(two).get(survivor.id).state.nowUs
          history.came([WireEvent("tick", #"{"byServer": true}"#, at: now)])
        }
        // Later than every time that the engine may have reached.
        let last = [WireEvent.tap(0, at: 9_000_000), .scroll(0, .began, drag: 2, at: 9_000_000)]
        history.sent(last)
        survivor.events += last
        try await survivor.play()
        expectSame(survivor.directives, try await history.directives(on: two))
        #expect(await survivor.conversation.close().end == .well)
      }
    }
  }
}
