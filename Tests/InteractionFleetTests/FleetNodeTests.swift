import InteractionFleet
import Testing

@Suite("Fleet on a store in memory")
struct FleetNodeTests {
  private let store = MemoryStore()

  private var scenarios: FleetScenarios {
    FleetScenarios(
      store: self.store, stop: { self.store.stop() }, start: { self.store.start() },
      empty: { self.store.empty() })
  }

  @Test("a version comes into force on all engines, and on later ones before they join")
  func publishToAll() async throws { try await self.scenarios.publishToAll() }

  @Test("a version that an engine cannot use comes into force on none")
  func refuseBad() async throws { try await self.scenarios.refuseBad() }

  @Test("of two publishers at once one wins, and the other is told who")
  func twoPublishers() async throws { try await self.scenarios.twoPublishers() }

  @Test("a store that is lost and comes back empty costs nothing")
  func storeLost() async throws { try await self.scenarios.storeLost() }

  @Test("a withdrawn version is inactive, but still stored")
  func withdraw() async throws { try await self.scenarios.withdrawAndHistory() }

  @Test("an engine whose lease is over joins again")
  func leaseOver() async throws {
    let fleet = TestFleet(self.store)
    let engines = ["e1", "e2"].map { fleet.start($0) }
    for engine in engines { await engine.joined(among: 2) }
    self.store.expireLeases()
    self.store.compact()
    #expect(self.store.values["engine/e1"] == nil)
    await eventually("both are back") {
      self.store.values["engine/e1"] != nil && self.store.values["engine/e2"] != nil
    }
    #expect(try await fleet.publish("d1") == .active(number: 1))
    for engine in engines { await engine.stop() }
  }

  @Test("an engine that begins anew while it is still in the list is news to the others")
  func beginsAnew() async throws {
    let fleet = TestFleet(self.store)
    let one = fleet.start("e1")
    let two = fleet.start("e2")
    for engine in [one, two] { await engine.joined(among: 2) }
    let before = one.engine.seen.lists
    // As if it had been killed: it has not left.
    let again = fleet.start("e2")
    await again.joined(among: 2)
    await eventually("the other is told") { one.engine.seen.lists > before }
    #expect(one.engine.seen.engines == ["e1", "e2"])
    for engine in [one, two, again] { await engine.stop() }
  }

  @Test("each engine hears what the others report, as long as these are there")
  func reports() async throws {
    let fleet = TestFleet(self.store)
    let one = fleet.start("e1")
    let two = fleet.start("e2")
    for engine in [one, two] { await engine.joined(among: 2) }
    two.engine.report(sessions: 4)
    await eventually("e1 hears of four sessions") {
      one.engine.seen.reports["e2"]?.sessions == 4
    }
    #expect(Set(one.engine.seen.reports.keys) == ["e2"])
    let lists = one.engine.seen.lists
    two.engine.report(sessions: 9)
    await eventually("e1 hears of nine") { one.engine.seen.reports["e2"]?.sessions == 9 }
    #expect(one.engine.seen.lists == lists, "a report changes no list")
    await two.stop()
    await eventually("e1 hears of none") { one.engine.seen.reports.isEmpty }
    await one.stop()
  }

  @Test("a record that was damaged is put right by the next version")
  func damagedRecord() async throws {
    let fleet = TestFleet(self.store)
    let engine = fleet.start("e1")
    await engine.joined(among: 1)
    #expect(try await fleet.publish("d1") == .active(number: 1))
    await engine.has("d1")
    let damage = StoreTransaction(
      conditions: [], changes: [.put(key: "active/experience/home", bytes: [63], lease: nil)])
    _ = try await self.store.commit(damage)
    #expect(try await fleet.publish("d2") == .active(number: 2))
    await engine.has("d2")
    await engine.stop()
  }

  @Test("a text that was damaged is put right when its version is published again")
  func damagedText() async throws {
    let fleet = TestFleet(self.store)
    let engine = fleet.start("e1")
    await engine.joined(among: 1)
    #expect(try await fleet.publish("d1") == .active(number: 1))
    await engine.has("d1")
    let text = "text/experience/home/d1"
    let sound = try #require(self.store.values[text]?.bytes)
    let damage = StoreTransaction(
      conditions: [], changes: [.put(key: text, bytes: [63], lease: nil)])
    _ = try await self.store.commit(damage)
    #expect(try await fleet.publish("d1") == .unchanged)
    #expect(self.store.values[text]?.bytes == sound)
    // An intact text is not written again.
    let revision = self.store.values[text]?.revision
    #expect(try await fleet.publish("d1") == .unchanged)
    #expect(self.store.values[text]?.revision == revision)
    await engine.stop()
  }

  @Test("a publisher follows its offer past a store that cannot be reached for a while")
  func storeAway() async throws {
    let fleet = TestFleet(self.store)
    let engine = fleet.start("e1")
    await engine.joined(among: 1)
    // A paused engine keeps the offer open until its lease expires.
    let lease = try await self.store.grantLease(seconds: 60).id
    let place = StoreTransaction(
      conditions: [],
      changes: [
        .put(key: "engine/e9", bytes: EngineRecord(run: 1, since: 0).encoded, lease: lease)
      ])
    _ = try await self.store.commit(place)
    await engine.joined(among: 2)
    async let outcome = fleet.publish("d1")
    await eventually("the version is offered") {
      self.store.values.keys.contains { $0.hasPrefix("offer/") }
    }
    let refusals = self.store.refusals
    self.store.stop()
    await eventually("the publisher and the engine ask again") {
      self.store.refusals > refusals + 4
    }
    self.store.start()
    try await self.store.revoke(lease: lease)
    #expect(try await outcome == .active(number: 1))
    await engine.stop()
  }

  @Test("an offer that an engine does not answer ends, and says who it waited for")
  func unanswered() async throws {
    let fleet = TestFleet(self.store)
    let engine = fleet.start("e1")
    await engine.joined(among: 1)
    // A paused engine that is still a member.
    let frozen = EngineRecord(run: 1, since: 0)
    let lease = try await self.store.grantLease(seconds: 60).id
    let place = StoreTransaction(
      conditions: [], changes: [.put(key: "engine/e9", bytes: frozen.encoded, lease: lease)])
    _ = try await self.store.commit(place)
    await engine.joined(among: 2)
    #expect(try await fleet.publish("d1", within: 1) == .unanswered(["e9"]))
    #expect(engine.engine.seen.inForce.isEmpty)
    // Once its lease has expired, the others continue without it.
    async let outcome = fleet.publish("d2")
    try await self.store.revoke(lease: lease)
    #expect(try await outcome == .active(number: 1))
    await engine.stop()
  }

  @Test("without engines nothing comes into force, unless that is asked for")
  func noEngines() async throws {
    let fleet = TestFleet(self.store)
    #expect(try await fleet.publish("d1") == .noEngines)
    let publisher = Publisher(store: self.store, user: "ann")
    let version = DocumentVersion(DocumentName(.experience, "home"), digest: "d1", text: "good")
    let outcome = try await publisher.publish(version, needsEngines: false)
    #expect(outcome == .active(number: 1))
    let engine = fleet.start("e1")
    await engine.has("d1")
    await engine.joined(among: 1)
    await engine.stop()
  }
}
