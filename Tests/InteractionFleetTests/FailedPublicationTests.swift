import InteractionFleet
import Testing

@Suite("Publications that fail", .timeLimit(.minutes(2)))
struct FailedPublicationTests {
  private let memory = MemoryStore()
  private let store: FaultyStore
  private let fleet: TestFleet
  private let home = DocumentName(.experience, "home")

  init() {
    self.store = FaultyStore(self.memory)
    self.fleet = TestFleet(self.memory)
  }

  private var isOffered: Bool { self.memory.values["offer/experience/home"] != nil }

  private func publisher(patience: Duration = .seconds(5)) -> Publisher {
    Publisher(store: self.store, user: "ann", retryTime: patience)
  }

  private func version(_ digest: String, text: String = "good") -> DocumentVersion {
    DocumentVersion(self.home, digest: digest, text: text)
  }

  /// Runs `body` with a running engine, and a paused one that keeps offers open. No version may be
  /// active after the paused engine's lease has ended.
  private func besideFrozen(_ body: () async throws -> Void) async throws {
    let engine = self.fleet.start("e1")
    await engine.joined(among: 1)
    let lease = try await self.memory.grantLease(seconds: 600).id
    let frozen = EngineRecord(run: 1, since: 0)
    let place = StoreTransaction(
      conditions: [], changes: [.put(key: "engine/e9", bytes: frozen.encoded, lease: lease)])
    _ = try await self.memory.commit(place)
    await engine.joined(among: 2)
    try await body()
    try await self.memory.revoke(lease: lease)
    await engine.joined(among: 1)
    // The number shows that no version was activated before.
    #expect(try await self.fleet.publish("later") == .active(number: 1))
    await engine.stop()
  }

  @Test("a publisher that is told to end withdraws its offer")
  func interrupted() async throws {
    try await self.besideFrozen {
      let publisher = self.publisher()
      let task = Task { try await publisher.publish(self.version("d1"), within: 600) }
      await eventually("it is offered") { self.isOffered }
      task.cancel()
      let outcome = try await task.value
      #expect(outcome == .withdrawn(.interrupted))
      #expect(!self.isOffered)
    }
  }

  @Test("an offer is withdrawn past calls that fail")
  func failingCalls() async throws {
    try await self.besideFrozen {
      let publisher = self.publisher()
      let task = Task { try await publisher.publish(self.version("d1"), within: 600) }
      await eventually("it is offered") { self.isOffered }
      self.store.fail(.revoke, .lost, .lost, .answerLost())
      task.cancel()
      let outcome = try await task.value
      #expect(outcome == .withdrawn(.interrupted))
      #expect(!self.isOffered)
    }
  }

  @Test("an offer that is not answered in time ends, though the store fails at first")
  func unanswered() async throws {
    try await self.besideFrozen {
      self.store.fail(.revoke, .lost, .lost)
      let outcome = try await self.publisher().publish(self.version("d1"), within: 1)
      #expect(outcome == .unanswered(["e9"]))
      #expect(!self.isOffered)
    }
  }

  @Test("an offer of which nothing is known is withdrawn", arguments: [true, false])
  func unknownOffer(isCarriedOut: Bool) async throws {
    try await self.besideFrozen {
      self.store.fail(.commit, isCarriedOut ? .answerLost() : .lost)
      let outcome = try await self.publisher().publish(self.version("d1"), within: 600)
      #expect(outcome == .withdrawn(.store(FaultyStore.unavailable)))
      #expect(!self.isOffered)
    }
  }

  @Test("an offer that was accepted before it could be withdrawn is in force")
  func acceptedMeanwhile() async throws {
    let engine = self.fleet.start("e1")
    await engine.joined(among: 1)
    self.store.fail(.commit, .answerLost { await engine.has("d1") })
    let outcome = try await self.publisher().publish(self.version("d1"))
    #expect(outcome == .active(number: 1))
    await engine.stop()
  }

  @Test("an offer that the store refuses is none")
  func refusedOffer() async throws {
    let engine = self.fleet.start("e1")
    await engine.joined(among: 1)
    self.store.fail(.commit, .refused)
    await #expect(throws: FaultyStore.refused) {
      try await self.publisher().publish(self.version("d1"))
    }
    await engine.stop()
  }

  @Test("refusals of an earlier offer do not count for a lost one")
  func earlierRefusal() async throws {
    let engine = self.fleet.start("e1")
    await engine.joined(among: 1)
    let bad = self.version("d1", text: FleetMemberSpy.bad)
    let refusal = try await self.publisher().publish(bad)
    #expect(refusal == .refused(["e1": ["line 1: is bad"]]))
    self.store.fail(.commit, .lost)
    let outcome = try await self.publisher().publish(bad)
    #expect(outcome == .withdrawn(.store(FaultyStore.unavailable)))
    await engine.stop()
  }

  @Test("a store that stays away leaves it open whether the offer is accepted, and for how long")
  func storeAway() async throws {
    try await self.besideFrozen {
      let publisher = self.publisher(patience: .milliseconds(100))
      let task = Task { try await publisher.publish(self.version("d1"), within: 1) }
      await eventually("it is offered") { self.isOffered }
      self.memory.stop()
      task.cancel()
      let outcome = try await task.value
      #expect(outcome == .unknown(.interrupted, .open(seconds: 1)))
      self.memory.start()
      self.memory.expireLeases()
    }
  }

  @Test("an offer that is over may have come into force, if the store does not say")
  func unknownEnding() async throws {
    try await self.besideFrozen {
      let publisher = self.publisher()
      let task = Task { try await publisher.publish(self.version("d1"), within: 600) }
      await eventually("it is offered") { self.isOffered }
      self.store.fail(.list, .refused)
      task.cancel()
      let outcome = try await task.value
      #expect(outcome == .unknown(.interrupted, .revoked))
      #expect(!self.isOffered)
    }
  }

  @Test("without engines a version whose last step is not answered is in force all the same")
  func lastStep() async throws {
    self.store.fail(.commit, .none, .answerLost())
    let outcome = try await self.publisher().publish(self.version("d1"), needsEngines: false)
    #expect(outcome == .active(number: 1))
  }

  @Test("a withdrawal that is not answered is found to be done", arguments: [true, false])
  func withdrawal(isCarriedOut: Bool) async throws {
    _ = try await self.publisher().publish(self.version("d1"), needsEngines: false)
    self.store.fail(.commit, isCarriedOut ? .answerLost() : .lost)
    #expect(try await self.publisher().withdraw(self.home) == .withdrawn)
    #expect(try await self.publisher().withdraw(self.home) == .notInForce)
  }

  @Test("a withdrawal that may have been done says where to look")
  func withdrawalAway() async throws {
    _ = try await self.publisher().publish(self.version("d1"), needsEngines: false)
    self.store.fail(.commit, .lost, .lost, .lost)
    await #expect(
      throws: StoreError(.unavailable, "lost; 'history' shows whether it was withdrawn")
    ) {
      try await self.publisher(patience: .zero).withdraw(self.home)
    }
  }
}
