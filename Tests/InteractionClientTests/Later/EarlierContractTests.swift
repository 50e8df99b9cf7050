import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionStream
import InteractionTrace
import InteractionWire
import Testing

@Suite("A client of level 1 goes on with an engine of this level", .timeLimit(.minutes(10)))
struct EarlierContractTests {
  @Test(
    "of the sessions with the rules of level 2 it gets all that its level has",
    arguments: [BundledTrace.reader, .shop], [false, true])
  func known(bundled: BundledTrace, skips: Bool) async throws {
    let trace = try bundled.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let level1 = try DescribedMessages.level1
    let earlier = Snapshot(try level1.earlier(trace.finalSnapshot(with: experience).proto))
    let later = try trace.directives.filter { try level1.earlier($0.proto) != $0.proto }
    #expect(later.count > 2, "directives with parts of level 2")
    var limits = StreamLimits()
    limits.tickGrace = .seconds(3_600)
    let contract = try EarlierContract()
    try await TestTransport.inProcess.withEngine(limits: limits, interceptors: [contract]) { open in
      let session = open(
        SessionConfiguration(
          sessionID: "earlier", experience: trace.header.experience,
          surface: trace.header.surface, current: trace.header.current, start: trace.header.start,
          skipsSamples: skips, runsWithClock: false, reconnects: .standard))
      for event in trace.events {
        session.send(event.kind, at: event.time, command: event.command)
      }
      session.finish()
      let shown = try await ShownSession(session)
      #expect(shown.opened.count == 1 && shown.reasons.isEmpty)
      #expect(shown.directives == trace.directives.count)
      #expect(shown.settings == earlier.settings)
      // It cannot tell where a list turns, so it sends all samples (rule R12).
      let lines = shown.opened.first?.triggerLines ?? [:]
      for (source, lines) in lines {
        #expect(!lines.dependsOnTravel)
        #expect(lines.needsEverySample == (source == SourceID("feed")), "\(source)")
      }
      #expect(lines.isEmpty != skips)
    }
  }
}
