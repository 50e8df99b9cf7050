import InteractionCore
import InteractionWire
import Testing

@testable import InteractionClient

@Suite("Store and pause, end to end")
struct RestartTests {
  private static func configuration(
    _ wire: SessionConfiguration.CallStyle, _ store: (any CheckpointStore)? = nil
  ) -> SessionConfiguration {
    var configuration = SessionConfiguration(
      sessionID: "kept", experience: "home-refined", surface: .phone, runsWithClock: false,
      wire: wire)
    configuration.store = store
    return configuration
  }

  private static func selected(_ opened: OpenedSession) -> Int? {
    for case .selection(let selection) in opened.snapshot.settings.map(\.state) {
      return selection.selected
    }
    return nil
  }

  @Test(
    "the app ends and begins again: nothing is lost or doubled, and the end is no restart",
    arguments: SessionConfiguration.CallStyle.allCases)
  func restart(wire: SessionConfiguration.CallStyle) async throws {
    try await TestTransport.inProcess.withEngine { open in
      let store = MemoryStore()
      let first = open(Self.configuration(wire, store))
      first.send(.tapTab(index: 1), at: .zero)
      for await _ in store.sizes {
        guard let bytes = store.sessions["kept"] else { continue }
        let kept = try KeptSession(bytes: bytes)
        if kept.checkpoint.event == 1 && kept.resume.directive == 1 { break }
      }
      first.cancel()
      for await state in first.connectionStates where state == .closed { break }
      #expect(store.sessions["kept"] != nil, "a session that is cancelled can go on")

      let second = open(Self.configuration(wire, store))
      second.send(.tapTab(index: 2), at: Instant(microseconds: 1_000))
      second.finish()
      var opened: [Int?] = []
      var directives: [UInt64] = []
      for try await update in second.updates {
        switch update {
        case .opened(let session): opened.append(Self.selected(session))
        case .directive(let directive, let isNews):
          directives.append(directive.sequence)
          #expect(isNews)
        case .notice, .storeFailed: Issue.record("\(update)")
        }
      }
      #expect(opened == [1] && directives == [2])
      #expect(store.sessions["kept"] == nil, "a session that has ended is forgotten")
    }
  }

  @Test(
    "a paused session comes back with what has happened meanwhile",
    arguments: SessionConfiguration.CallStyle.allCases)
  func pause(wire: SessionConfiguration.CallStyle) async throws {
    try await TestTransport.inProcess.withEngine { open in
      let session = open(Self.configuration(wire))
      var updates = session.directives.makeAsyncIterator()
      var states = session.connectionStates.makeAsyncIterator()
      session.send(.tapTab(index: 1), at: .zero)
      let first = try await updates.next()
      #expect(first?.sequence == 1)
      session.pause()
      session.send(.tapTab(index: 2), at: Instant(microseconds: 1_000))
      session.resume()
      var seen: [SessionConnectionState] = []
      while let state = await states.next() {
        seen.append(state)
        if state == .resumed { break }
      }
      #expect(seen == [.connecting, .open, .paused, .connecting, .resumed])
      session.finish()
      let second = try await updates.next()
      let end = try await updates.next()
      #expect(second?.sequence == 2 && end == nil)
    }
  }

  @Test("B4: an app that begins anew while its old connection seems open takes the session over")
  func takeover() async throws {
    try await TestTransport.inProcess.withEngine { open in
      let old = open(Self.configuration(.stream))
      var states = old.connectionStates.makeAsyncIterator()
      while let state = await states.next(), state != .open {}
      // A second connection, of which the restarted app knows nothing.
      old.pause()
      old.resume()
      while let state = await states.next(), state != .resumed {}

      let new = open(Self.configuration(.stream))
      new.send(.tapTab(index: 2), at: .zero)
      new.finish()
      var directives: [UInt64] = []
      for try await directive in new.directives { directives.append(directive.sequence) }
      #expect(directives == [1])
      let end = await #expect(throws: InteractionError.self) {
        for try await _ in old.updates {}
      }
      #expect(end?.reason == "SUPERSEDED")
    }
  }
}
