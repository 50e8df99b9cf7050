import Foundation
import InteractionCore
import InteractionExperience
import Testing

/// Clients that lose, duplicate, delay, reorder and misnumber their reports, on all bundled
/// experiences. `INTERACTION_FAULTY_SEEDS` sets the number of seeds; 100 by default.
@Suite struct FaultyClientTests {
  private static let seeds =
    UInt64(
      ProcessInfo.processInfo.environment["INTERACTION_FAULTY_SEEDS"] ?? "") ?? 100

  @Test(
    "S3 S8 F4 F14 R2 D1: no fault leaves a machine stuck, whatever it answers at rest",
    arguments: try BuiltInExperiences.all)
  func faulty(experience: Experience) throws {
    var faults: [String] = []
    for seed in 0 ..< Self.seeds where faults.count < 5 {
      var client = FaultyClient(seed: seed, of: experience)
      let events = client.report()
      var first = FaultySession(experience)
      var second = FaultySession(experience, isChecked: false)
      for (index, event) in events.enumerated() {
        first.take(event)
        second.take(event)
        if index % 20 == 19 { try second.carry() }
      }
      if let fault = first.fault ?? RestProbe(resting: first.session).fault {
        faults.append("seed \(seed): \(fault)")
      }
      if first.directives != second.directives || first.session != second.session {
        faults.append("seed \(seed): the same events led to other directives")
      }
    }
    #expect(faults == [])
  }

  @Test("S8: the clients are as faulty as they are meant to be")
  func variety() throws {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    var late = 0
    var refused = 0
    var repeated = 0
    var phases: Set<FloorState.Phase> = []
    for seed in UInt64(0) ..< 60 {
      var client = FaultyClient(seed: seed, of: experience)
      var session = FaultySession(experience)
      var kinds: Set<InteractionEvent.Kind> = []
      for event in client.report() {
        if !session.session.violations(in: event).isEmpty { refused += 1 }
        session.take(event)
        if !kinds.insert(event.kind).inserted { repeated += 1 }
      }
      late += Int(session.session.lateEvents)
      for directive in session.directives where !directive.replacesAll {
        for case .floor(let floor) in directive.settings.map(\.state) { phases.insert(floor.phase) }
      }
    }
    #expect(late > 100 && repeated > 100 && refused == 0)
    #expect(phases.isSuperset(of: [.closed, .pulling, .tip, .armed, .opening]))
  }
}
