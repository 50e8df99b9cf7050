import InteractionEtcd
import InteractionFleet
import Testing

@Suite("Fleet on a real etcd", .enabled(if: EtcdServer.isWanted), .serialized)
struct EtcdFleetTests {
  /// Runs a scenario on a fresh etcd.
  private func onEtcd(
    _ body: (FleetScenarios) async throws -> Void
  ) async throws {
    try await withEtcd { server, store in
      try await body(
        FleetScenarios(
          store: store, stop: { await server.stop() }, start: { try await server.start() },
          empty: { try await server.empty() }))
    }
  }

  @Test("a version comes into force on all engines, and on later ones before they join")
  func publishToAll() async throws { try await self.onEtcd { try await $0.publishToAll() } }

  @Test("a version that an engine cannot use comes into force on none")
  func refuseBad() async throws { try await self.onEtcd { try await $0.refuseBad() } }

  @Test("of two publishers at once one wins, and the other is told who")
  func twoPublishers() async throws { try await self.onEtcd { try await $0.twoPublishers() } }

  @Test("a store that is lost and comes back empty costs nothing")
  func storeLost() async throws { try await self.onEtcd { try await $0.storeLost() } }

  @Test("a withdrawn version is inactive, but still stored")
  func withdraw() async throws { try await self.onEtcd { try await $0.withdrawAndHistory() } }

  @Test("while the store is frozen engines go on, and are there again afterwards")
  func frozen() async throws {
    // Several addresses, each of which a call tries in turn.
    try await withEtcd({ $0.addresses += $0.addresses + $0.addresses }) { server, store in
      let fleet = TestFleet(store)
      let engine = fleet.start("e1")
      await engine.joined(among: 1)
      _ = try await fleet.publish("d1")
      await engine.has("d1")
      await server.freeze(true)
      try await Task.sleep(for: .seconds(14))
      #expect(engine.engine.seen.inForce == ["home": "d1"])
      // A wait for the store is not a pause of the engine.
      #expect(engine.engine.seen.pauses == 0)
      await server.freeze(false)
      await eventually("it takes a version on again") {
        (try? await fleet.publish("d2")) == .active(number: 2)
      }
      await engine.has("d2")
      await engine.stop()
    }
  }
}

/// Runs `body` with a fresh etcd.
@available(InteractionEngine 1.0, *)
func withEtcd(
  _ change: (inout EtcdOptions) -> Void = { _ in }, arguments: [String] = [],
  _ body: (EtcdServer, EtcdStore) async throws -> Void
) async throws {
  let server = try EtcdServer(arguments)
  try await server.start()
  var options = EtcdOptions(addresses: [server.address])
  change(&options)
  let store = try EtcdStore(options)
  let connections = Task { await store.run() }
  await eventually("etcd answers") {
    do throws(StoreError) {
      _ = try await store.list()
      return true
    } catch {
      return error.code == .refused
    }
  }
  do {
    try await body(server, store)
  } catch {
    Issue.record(error)
  }
  connections.cancel()
  await connections.value
  await server.remove()
}
