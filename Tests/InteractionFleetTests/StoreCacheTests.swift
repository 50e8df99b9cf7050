import Testing

@testable import InteractionFleet

@Suite("StoreCache")
struct StoreCacheTests {
  private let empty = StoreCache(keeping: ["active/"])

  private func listing(
    _ values: [String: (String, Int64)], at revision: Int64, in cluster: UInt64 = 1
  ) -> StoreSnapshot {
    StoreSnapshot(
      position: StorePosition(cluster: cluster, revision: revision),
      values: values.mapValues { StoredValue(bytes: Array($0.0.utf8), revision: $0.1) })
  }

  private func texts(_ mirror: StoreCache) -> [String: String] {
    mirror.entries.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func change(_ key: String, _ text: String?, at revision: Int64) -> StoreChange {
    StoreChange(key: key, bytes: text.map { Array($0.utf8) }, revision: revision)
  }

  private func told(_ changes: StoreChange..., in cluster: UInt64 = 1) -> WatchUpdate {
    let last = changes.map(\.revision).max() ?? 0
    return .changed(changes, StorePosition(cluster: cluster, revision: last))
  }

  @Test("lists, and watches from the revision after")
  func listThenWatch() {
    var mirror = self.empty
    #expect(mirror.receive(told(self.change("a", "1", at: 1))) == .list)
    #expect(mirror.receive(self.listing(["a": ("1", 3)], at: 7)) == .watch(from: 8))
    #expect(
      mirror.receive(told(self.change("a", "2", at: 8), self.change("b", "1", at: 8)))
        == .continueWatch)
    #expect(self.texts(mirror) == ["a": "2", "b": "1"])
    #expect(mirror.position?.revision == 8)
  }

  @Test("takes no older value for a newer one")
  func older() {
    var mirror = self.empty
    _ = mirror.receive(self.listing(["a": ("5", 5), "b": ("5", 5)], at: 5))
    _ = mirror.receive(told(self.change("a", "4", at: 4)))
    #expect(self.texts(mirror)["a"] == "5")
    _ = mirror.receive(told(self.change("b", nil, at: 9)))
    _ = mirror.receive(told(self.change("b", "8", at: 8)))
    #expect(self.texts(mirror) == ["a": "5"])
    _ = mirror.receive(told(self.change("b", "10", at: 10)))
    #expect(self.texts(mirror) == ["a": "5", "b": "10"])
  }

  @Test("a later listing takes away what was deleted meanwhile")
  func deletedMeanwhile() {
    var mirror = self.empty
    _ = mirror.receive(
      self.listing(["active/a": ("1", 1), "active/b": ("1", 1), "x": ("1", 1)], at: 5))
    #expect(mirror.receive(self.listing(["active/a": ("1", 1)], at: 9)) == .watch(from: 10))
    #expect(self.texts(mirror) == ["active/a": "1"])
  }

  @Test("an empty store costs no documents, but everything else")
  func emptied() {
    var mirror = self.empty
    _ = mirror.receive(self.listing(["active/a": ("1", 4), "engine/e": ("1", 5)], at: 50))
    _ = mirror.receive(self.listing([:], at: 1))
    #expect(self.texts(mirror) == ["active/a": "1"])
    #expect(mirror.hasLostDocuments)
    // A new publication wins, even though its revision is lower.
    _ = mirror.receive(told(self.change("active/a", "2", at: 2)))
    #expect(self.texts(mirror) == ["active/a": "2"])
    #expect(!mirror.hasLostDocuments)
  }

  @Test("a store that is filled again bit by bit costs no documents")
  func filledAgain() {
    var mirror = self.empty
    _ = mirror.receive(self.listing(["active/a": ("1", 4), "active/b": ("1", 5)], at: 50))
    _ = mirror.receive(self.listing(["active/a": ("2", 2)], at: 2))
    #expect(self.texts(mirror) == ["active/a": "2", "active/b": "1"])
    _ = mirror.receive(self.listing(["active/a": ("2", 2)], at: 60))
    #expect(self.texts(mirror) == ["active/a": "2", "active/b": "1"])
    #expect(mirror.hasLostDocuments)
  }

  @Test(
    "lists again when the store is another one",
    arguments: [
      (WatchUpdate.progress(StorePosition(cluster: 1, revision: 8)), StoreCache.Step.continueWatch),
      (.progress(StorePosition(cluster: 1, revision: 6)), .list),
      (.progress(StorePosition(cluster: 2, revision: 9)), .list),
      (.changed([], StorePosition(cluster: 2, revision: 9)), .list),
    ])
  func replaced(news: WatchUpdate, step: StoreCache.Step) {
    var mirror = self.empty
    _ = mirror.receive(self.listing(["active/a": ("1", 4)], at: 7))
    #expect(mirror.receive(news) == step)
    #expect(self.texts(mirror) == ["active/a": "1"])
  }

  @Test("an earlier run's copy holds until the store has listed, and not against it")
  func restored() {
    let entry = StoreCache.Entry(bytes: [49], source: .store(revision: 4))
    let position = StorePosition(cluster: 1, revision: 9)
    var mirror = StoreCache(
      keeping: ["active/"], restoring: ["active/a": entry, "active/b": entry], at: position)
    #expect(self.texts(mirror).count == 2)
    _ = mirror.receive(self.listing(["active/a": ("2", 11)], at: 12))
    #expect(self.texts(mirror) == ["active/a": "2"])
  }
}
