import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionService
import InteractionTrace
import Testing

@Suite("A client lives through an engine of a later contract")
struct LaterContractTests {
  @Test("every bundled trace: no session ends, and at rest all that the client knows is right")
  func everyTrace() async throws {
    var limits = StreamLimits()
    limits.tickGrace = .seconds(3_600)
    try await TestTransport.inProcess.withEngine(
      limits: limits, interceptors: [LaterContract()]
    ) { open in
      for file in EndToEndTests.files {
        let trace = try Trace(file: file)
        let session = open(
          SessionConfiguration(
            sessionID: "later", experience: trace.header.experience,
            environment: trace.header.environment, current: trace.header.current,
            start: trace.header.start, skipsSamples: false, runsWithClock: false))
        for event in trace.events {
          session.send(event.kind, at: event.time, command: event.command)
        }
        session.finish()
        let shown = try await Shown(session)
        #expect(shown.connections == 1, "\(file)")
        #expect(shown.directives == trace.directives.count, "\(file)")
        let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
        let expected = try Self.atRest(trace, with: experience)
        let known = shown.settings.filter { $0.state != .unknown(kind: 1000) }
        #expect(known == expected.map(\.withSubstitutes), "\(file)")
        #expect(shown.settings.count == known.count + 1, "\(file)")
        let parts = session.leftOut
        #expect(parts["interaction.v1.Setting/1000", default: 0] > 0, "\(file)")
        guard !trace.directives.isEmpty else { continue }
        #expect(parts["interaction.v1.Effect/1000", default: 0] > 0, "\(file)")
        #expect(parts["interaction.v1.PlayHaptic/1=99"] == trace.directives.count, "\(file)")
      }
    }
  }

  /// What the engine shows at the end of a trace.
  private static func atRest(_ trace: Trace, with experience: Experience) throws -> [Setting] {
    var session = Session(experience: experience, environment: trace.header.environment)
    _ = session.handle(trace.openingEvent)
    for event in trace.events { _ = session.handle(event) }
    return session.snapshot.settings
  }

  /// What a client has come to.
  private struct Shown {
    var settings: [Setting] = []
    var directives = 0
    var connections = 0

    init(_ session: InteractionSession) async throws {
      var model: ClientModel?
      for try await update in session.updates {
        switch update {
        case .opened(let opened):
          self.connections += 1
          model = ClientModel(opened.snapshot)
        case .directive(let directive):
          self.directives += 1
          model?.apply(directive)
        case .notice: break
        }
      }
      self.settings = model?.snapshot.settings ?? []
    }
  }
}

extension Setting {
  /// The same, with what stands in for values of a later contract.
  fileprivate var withSubstitutes: Setting {
    var setting = self
    switch setting.state {
    case .selection(var selection):
      selection.origin = .programmatic
      setting.state = .selection(selection)
    case .badge(var badge):
      badge.loop = .none
      setting.state = .badge(badge)
    case .navigation(var navigation):
      navigation.change?.style = .system
      setting.state = .navigation(navigation)
    case .floorLayout(var layout):
      layout.assetKind = nil
      setting.state = .floorLayout(layout)
    default: break
    }
    return setting
  }
}
