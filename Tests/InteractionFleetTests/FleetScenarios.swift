import Foundation
import InteractionFleet
import Testing

/// Scenarios of a fleet, for any store.
@available(InteractionEngine 1.0, *)
struct FleetScenarios {
  let store: any KeyValueStore
  /// Controls of the store.
  let stop: @Sendable () async throws -> Void
  let start: @Sendable () async throws -> Void
  /// Deletes the store's data; it must be stopped.
  let empty: @Sendable () async throws -> Void

  func publishToAll() async throws {
    let fleet = TestFleet(self.store)
    let engines = ["e1", "e2"].map { fleet.start($0) }
    for engine in engines { await engine.joined(among: 2) }
    #expect(try await fleet.publish("d1") == .active(number: 1))
    for engine in engines { await engine.has("d1") }
    #expect(try await fleet.publish("d1") == .unchanged)
    // An engine that joins later knows it before it is a member.
    let third = fleet.start("e3")
    await third.joined(among: 3)
    await third.has("d1")
    for engine in engines + [third] {
      #expect(engine.engine.seen.unknownActivations == 0)
      #expect(engine.engine.seen.beginnings == 1)
      await engine.stop()
    }
    let state = try await Publisher(store: self.store, user: "ann").state()
    #expect(state.engines.isEmpty)
  }

  func refuseBad() async throws {
    let fleet = TestFleet(self.store)
    let engines = ["e1", "e2"].map { fleet.start($0) }
    for engine in engines { await engine.joined(among: 2) }
    let first = try await fleet.publish("d1")
    #expect(first == .active(number: 1))
    for engine in engines { await engine.has("d1") }
    let outcome = try await fleet.publish("d2", text: FleetMemberSpy.bad)
    guard case .refused(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons.values.allSatisfy { $0 == ["line 1: is bad"] })
    #expect(Set(reasons.keys).isSubset(of: ["e1", "e2"]))
    for engine in engines { #expect(engine.engine.seen.inForce["home"] == "d1") }
    // A valid version follows.
    let later = try await fleet.publish("d3")
    #expect(later == .active(number: 2))
    for engine in engines {
      await engine.has("d3")
      await engine.stop()
    }
  }

  func twoPublishers() async throws {
    let fleet = TestFleet(self.store)
    let engine = fleet.start("e1")
    await engine.joined(among: 1)
    let rounds = 10
    var wins = 0
    for round in 0 ..< rounds {
      async let one = fleet.publish("a\(round)", by: "ann")
      async let other = fleet.publish("b\(round)", by: "ben")
      for outcome in [try await one, try await other] {
        switch outcome {
        case .active: wins += 1
        case .busy(let offer): #expect(["ann", "ben"].contains(offer.by))
        case .superseded(let user): #expect(["ann", "ben"].contains(user))
        default: Issue.record("round \(round): \(outcome)")
        }
      }
      await eventually("the winner is in force") {
        let digest = engine.engine.seen.inForce["home"] ?? ""
        return digest == "a\(round)" || digest == "b\(round)"
      }
    }
    #expect((rounds ... 2 * rounds).contains(wins))
    let state = try await Publisher(store: self.store, user: "ann").state()
    #expect(state.history[DocumentName(.experience, "home")]?.count == wins)
    await engine.stop()
  }

  func storeLost() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fleet-\(UInt32.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let fleet = TestFleet(self.store)
    let engines = ["e1", "e2"].map { fleet.start($0, cache: folder) }
    for engine in engines { await engine.joined(among: 2) }
    #expect(try await fleet.publish("d1") == .active(number: 1))
    #expect(try await fleet.publish("s1", of: "shop") == .active(number: 1))
    for engine in engines { await engine.has("s1", of: "shop") }
    try await self.stop()
    // An engine that starts now loads the saved documents.
    await engines[1].stop()
    let second = fleet.start("e2", cache: folder)
    await second.has("s1", of: "shop")
    await eventually("it begins alone") {
      second.node.standing == .detached && second.engine.seen.beginnings == 1
    }
    #expect(engines[0].engine.seen.inForce == ["home": "d1", "shop": "s1"])
    // The store is back without its data.
    try await self.empty()
    try await self.start()
    let both = [engines[0], second]
    for engine in both { await engine.joined(among: 2) }
    for engine in both { #expect(engine.engine.seen.inForce == ["home": "d1", "shop": "s1"]) }
    // A new publication wins, and the other document is kept.
    let again = try await fleet.publish("d2")
    guard case .active = again else {
      Issue.record("\(again)")
      return
    }
    for engine in both {
      await engine.has("d2")
      #expect(engine.engine.seen.inForce == ["home": "d2", "shop": "s1"])
      #expect(engine.engine.seen.unknownActivations == 0)
      await engine.stop()
    }
  }

  func withdrawAndHistory() async throws {
    let fleet = TestFleet(self.store)
    let engine = fleet.start("e1")
    await engine.joined(among: 1)
    let name = DocumentName(.experience, "home")
    let publisher = Publisher(store: self.store, user: "ann") { 7 }
    #expect(try await publisher.withdraw(name) == .notInForce)
    _ = try await fleet.publish("d1")
    _ = try await fleet.publish("d2")
    await engine.has("d2")
    #expect(try await publisher.withdraw(name) == .withdrawn)
    await eventually("withdrawn") { engine.engine.seen.inForce.isEmpty }
    let history = try await publisher.state().history[name] ?? [:]
    #expect(history.keys.sorted() == [1, 2, 3])
    #expect(
      history[3] == HistoryRecord(action: .withdrawn, digest: "d2", by: "ann", at: 7))
    // Sessions can still be resumed with the withdrawn version.
    #expect(engine.engine.seen.known == ["d1", "d2"])
    await engine.stop()
  }
}
