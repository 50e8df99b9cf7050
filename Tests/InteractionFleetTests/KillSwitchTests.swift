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

  @Test("engines follow at once, without agreement and while a version is offered")
  func follow() async throws {
    let store = MemoryStore()
    let fleet = TestFleet(store)
    let engine = fleet.start("e1")
    await engine.joined(among: 1)
    // No engine answers for it, so that an offer stays open.
    let lease = try await store.grantLease(seconds: 60)
    let record = EngineRecord(run: 1, since: 0)
    _ = try await store.commit(
      FleetTransactions.join(
        "frozen", as: record, lease: lease.id, in: try await self.publisher(store).state()))
    let offer = Task { try await fleet.publish("d1") }
    let move = SessionMoveRecord(sharePerSecond: 1)
    _ = try await self.publisher(store).setKillSwitch(
      of: self.name, variants: ["low"], isKilled: true, move: move)
    await eventually("it is off") { engine.engine.seen.killed["home"]?.variants == ["low"] }
    #expect(engine.engine.seen.killed["home"]?.move == move)
    offer.cancel()
    _ = try await offer.value
    _ = try await self.publisher(store).setKillSwitch(
      of: self.name, variants: nil, isKilled: false)
    await eventually("it is on") { engine.engine.seen.killed.isEmpty }
    await engine.stop()
  }

  @Test("a damaged switch is off for all variants")
  func damaged() {
    let key = FleetKey.killSwitch(self.name).path
    let entry = StoreCache.Entry(bytes: Array("{".utf8), source: .store(revision: 3))
    #expect(FleetState([key: entry]).killSwitches["home"]?.variants == nil)
    #expect(FleetState([key: entry]).killSwitches.count == 1)
  }
}
