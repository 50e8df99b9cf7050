import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionService
import InteractionStream
import InteractionTrace
import Testing

@Suite("A client lives through an engine of a later contract", .timeLimit(.minutes(10)))
struct FutureContractTests {
  @Test("every bundled trace: no session ends or comes back, and what is known at rest is right")
  func corrected() async throws {
    try await self.play(.corrected) { file, shown, expected in
      // The unchanged setting of each aspect; see `FutureContract`.
      let settings = expected.map { setting in
        Setting(generation: 2 * setting.generation + 1, state: setting.state)
      }
      #expect(shown == settings, "\(file)")
    }
  }

  @Test("values that stay unknown end nothing either, and what they are about is not lost")
  func replaced() async throws {
    try await self.play(.replaced) { file, shown, expected in
      #expect(shown.map(\.aspect) == expected.map(\.aspect), "\(file)")
      #expect(shown.map(\.generation) == expected.map { 2 * $0.generation }, "\(file)")
    }
  }

  /// Plays every bundled trace, and passes the client's settings at rest and the engine's to a
  /// closure.
  private func play(
    _ values: FutureContract.Values, _ check: @Sendable (String, [Setting], [Setting]) -> Void
  ) async throws {
    var limits = StreamLimits()
    limits.tickGrace = .seconds(3_600)
    let contract = try FutureContract(values)
    try await TestTransport.inProcess.withEngine(
      limits: limits, interceptors: [contract]
    ) { open in
      for (index, file) in EndToEndTests.files.enumerated() {
        let trace = try Trace(file: file)
        let session = open(
          SessionConfiguration(
            sessionID: "later", experience: trace.header.experience,
            surface: trace.header.surface, current: trace.header.current,
            start: trace.header.start, skipsSamples: false, runsWithClock: false,
            reconnects: .standard))
        for event in trace.events {
          session.send(event.kind, at: event.time, command: event.command)
        }
        session.finish()
        let shown = try await ShownSession(session)
        // The client would reconnect if it could not read a frame.
        #expect(contract.streams.count == index + 1, "\(file)")
        #expect(shown.opened.map(\.level) == [99], "\(file)")
        #expect(shown.directives == trace.directives.count, "\(file)")
        #expect(shown.reasons.contains(nil), "\(file)")
        let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
        let known = shown.settings.filter { $0.state != .unknown(kind: 1000) }
        #expect(shown.settings.count == known.count + 1, "\(file)")
        check("\(file)", known, trace.finalSnapshot(with: experience).settings)
        self.expectLeftOut(session.unknownParts, of: trace)
      }
    }
  }

  /// Checks the names of the ignored parts.
  private func expectLeftOut(_ parts: [String: Int], of trace: Trace) {
    let name = trace.header.experience
    #expect(parts["interaction.v1.Setting/1000", default: 0] > 0, "\(name)")
    #expect(parts["interaction.v1.Opened/1=99"] == 1, "\(name)")
    #expect(parts["interaction.v1.ItemLook/1000", default: 0] > 0, "\(name)")
    guard !trace.directives.isEmpty else { return }
    #expect(parts["interaction.v1.Effect/1000", default: 0] > 0, "\(name)")
    #expect(parts["interaction.v1.PlayHaptic/1=99"] == trace.directives.count, "\(name)")
    // An item that changes while the session runs (T18), and the pages of other tabs (N6).
    guard name == "shop" else { return }
    #expect(parts["interaction.v1.ItemChange/1000", default: 0] > 0)
    #expect(parts["interaction.v1.TabPages/1000", default: 0] > 0)
  }

}
