import Testing

@testable import InteractionFleet

@Suite("Kill switches of a fleet")
struct FleetKillSwitchTests {
  private let name = DocumentName(.experience, "home")

  private func publisher(_ store: any KeyValueStore) -> Publisher {
    Publisher(store: store, user: "ann", now: { 1_000 })
  }

  @Test("switches add up, and are lifted one by one or together")
  func change() async throws {
    let store = MemoryStore()
    let publisher = self.publisher(store)
    func set(_ variants: [String]?, _ isKilled: Bool) async throws -> Publisher.KillSwitchOutcome {
      try await publisher.setKillSwitch(of: self.name, variants: variants, isKilled: isKilled)
    }
    #expect(try await set(["low"], true) == .set(["low"]))
    #expect(try await set(["high"], true) == .set(["high", "low"]))
    #expect(try await set(["low"], false) == .set(["high"]))
    #expect(try await set(nil, true) == .set(nil))
    // All stay off.
    #expect(try await set(["low"], true) == .set(nil))
    await #expect(throws: StoreError.self) { try await set(["low"], false) }
    #expect(try await set(nil, false) == .set([]))
    #expect(try await publisher.state().killSwitches.isEmpty)
    #expect(try await set(["low"], false) == .set([]))
  }

  @Test("a damaged switch is off for all variants")
  func damaged() {
    let key = FleetKey.killSwitch(self.name).path
    let entry = StoreCache.Entry(bytes: Array("{".utf8), source: .store(revision: 3))
    #expect(FleetState([key: entry]).killSwitches["home"]?.variants == nil)
    #expect(FleetState([key: entry]).killSwitches.count == 1)
  }
}
