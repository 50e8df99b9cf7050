import InteractionRandom
import Testing

@testable import InteractionFleet

@Suite("Simulated fleet")
struct SimulationTests {
  private let documents = ["home", "shop"].map { DocumentName(.experience, $0) }

  @Test("no engine in the list meets a version that it does not know", arguments: 1 ... 8)
  func engines(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var fleet = SimulatedFleet()
    var (offers, activations) = (0, 0)
    for turn in 0 ..< 500 {
      let names = fleet.names
      switch Int.random(in: 0 ..< 20, using: &random) {
      case 0 where names.count < 5:
        // The name may be that of an earlier run.
        let name = "engine-\(Int.random(in: 1 ... 6, using: &random))"
        if !names.contains(name) { try await fleet.start(name) }
      case 1 where names.count > 2:
        try await fleet.kill(names.randomElement(using: &random) ?? "")
      case 2, 3:
        let isBad = Int.random(in: 0 ..< 5, using: &random) == 0
        let name = self.documents.randomElement(using: &random) ?? self.documents[0]
        let text = isBad ? SimulatedFleet.bad : "good"
        if try await fleet.offer("\(text)-\(turn)", of: name, text: text) { offers += 1 }
      case 4 ..< 12:
        if let name = names.randomElement(using: &random) { try await fleet.look(name) }
      default:
        if let name = names.randomElement(using: &random) { try await fleet.act(name) }
      }
      try await fleet.check("seed \(seed), turn \(turn)")
    }
    for name in self.documents {
      let state = try await fleet.state()
      activations += state.nextNumber(of: name) - 1
      #expect(!(state.active[name]?.record.digest.hasPrefix(SimulatedFleet.bad) ?? false))
      #expect((state.texts[name]?.count ?? 0) <= FleetTransactions.keptVersions * 4)
    }
    // Enough happened for the check to be meaningful.
    #expect(offers > 5 && activations > 2, "seed \(seed): \(offers) offers, \(activations)")
  }
}
