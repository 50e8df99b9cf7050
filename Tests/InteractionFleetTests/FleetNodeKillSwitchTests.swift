import Testing

@testable import InteractionFleet

@Suite("Fleet nodes and kill switches", .serialized)
struct FleetNodeKillSwitchTests {
  private let name = DocumentName(.experience, "home")

  private func publisher(_ store: any KeyValueStore) -> Publisher {
    Publisher(store: store, user: "ann", now: { 1_000 })
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
}
