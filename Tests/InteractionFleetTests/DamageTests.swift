import Foundation
import Testing

@testable import InteractionFleet

@Suite("Damaged records")
struct DamageTests {
  private let home = DocumentName(.experience, "home")

  private func state(_ values: [String: [UInt8]], at revision: Int64 = 3) -> FleetState {
    FleetState(values.mapValues { StoreCache.Entry(bytes: $0, source: .store(revision: revision)) })
  }

  private func change(_ number: String) -> (String, [UInt8]) {
    let record = HistoryRecord(action: .published, digest: "d1", by: "ann", at: 0)
    return ("history/experience/home/\(number)", record.encoded)
  }

  @Test(
    "a number out of range, or in another spelling, is no record",
    arguments: [
      "9223372036854775807", "9223372036854775808", "9007199254740993", "00000000", "-0000001",
      "-9223372036854775808", "+0000007", "7", "000000007", "",
    ])
  func numbers(number: String) {
    let state = self.state(Dictionary(uniqueKeysWithValues: [self.change(number)]))
    #expect(state.history[self.home] == nil)
    #expect(state.nextNumber(of: self.home) == 1)
  }

  @Test("the last number is a record, and is given again")
  func lastNumber() {
    let last = 1 << 53
    let state = self.state(Dictionary(uniqueKeysWithValues: [self.change("\(last)")]))
    #expect(state.nextNumber(of: self.home) == last)
  }

  @Test(
    "a record of what is in force with a number out of range is unreadable",
    arguments: [Int.max, Int.min, 0, -1, (1 << 53) + 1])
  func activeNumber(number: Int) {
    let record = ActiveRecord(digest: "d1", number: number, by: "ann")
    let state = self.state(["active/experience/home": record.encoded])
    #expect(state.active.isEmpty && state.unreadable == [self.home: 3])
  }

  @Test(
    "a key with a name that is none is no key",
    arguments: [
      "engine/", "engine/a b", "engine/\u{1b}[2J", "text/experience//d1", "offer/keys/other",
      "text/experience/home/d\u{202e}", "accepted/experience/home/d1/",
      "active/experience/" + String(repeating: "a", count: 65),
    ])
  func names(path: String) {
    #expect(FleetKey(path[...]) == nil)
  }

  @Test("answers to another version do not hide those to this one")
  func otherAnswers() {
    let offer = OfferRecord(digest: "d1", by: "ann", at: 0, action: .published)
    let accepted = AcceptanceRecord(offer: 3).encoded
    var values = ["offer/experience/home": offer.encoded]
    for digest in ["d0", "d1", "d2", "d3", "d4"] {
      values["accepted/experience/home/\(digest)/e1"] = accepted
      values["refused/experience/home/\(digest)/e1"] = RefusalRecord(reasons: [digest]).encoded
    }
    let state = self.state(values)
    #expect(state.acceptance(of: self.home, by: "e1") != nil)
    #expect(state.refusals(of: self.home, digest: "d3") == ["e1": ["d3"]])
  }

  @Test("an offer and an engine whose records cannot be read give way")
  func unreadable() {
    let state = self.state(["offer/experience/home": [63], "engine/e1": [63]])
    let version = DocumentVersion(self.home, digest: "d1", text: "1")
    let record = OfferRecord(digest: "d1", by: "ann", at: 0, action: .published)
    let offer = FleetTransactions.offer(version, as: record, lease: 1, in: state)
    #expect(offer.conditions.contains(.modRevision(key: "offer/experience/home", since: 3)))
    let join = FleetTransactions.join("e1", as: EngineRecord(run: 1, since: 0), lease: 1, in: state)
    #expect(join.conditions.contains(.modRevision(key: "engine/e1", since: 3)))
  }

  @Test(
    "a record that cannot be read, of a document that no engine has, drives none out of the list")
  func unknownDocument() {
    let engine = EngineRecord(run: 1, since: 0)
    let active = ActiveRecord(digest: "d1", number: 1, by: "eve").encoded
    for record in [[63], active] {
      let listed = ["engine/e1": engine.encoded, "active/experience/home": record]
      var rollout = Rollout(engine: "e1", record: engine)
      #expect(rollout.next(in: self.state(listed), lease: 1) == [.activate([])])
      // A joining engine does not know whether the others have the document.
      let steps = rollout.next(in: self.state(["active/experience/home": record]), lease: 1)
      guard case .leaveFleet? = steps.last else {
        Issue.record("\(steps)")
        continue
      }
    }
  }

  @Test("a version with an unreadable active record can be withdrawn")
  func withdrawal() {
    let state = self.state(["active/experience/home": [63]])
    let change = FleetTransactions.withdraw(self.home, by: "ann", at: 0, in: state)
    #expect(
      change?.conditions.contains(.modRevision(key: "active/experience/home", since: 3)) == true)
    #expect(change?.changes.contains(.delete(key: "active/experience/home")) == true)
    let record = HistoryRecord(action: .withdrawn, digest: "unreadable", by: "ann", at: 0)
    #expect(
      change?.changes.contains(
        .put(key: "history/experience/home/00000001", bytes: record.encoded, lease: nil)) == true)
  }

  @Test("more engines than a transaction has room for bring nothing into force")
  func crowd() {
    func activation(of engines: Int) -> StoreTransaction? {
      let offer = OfferRecord(digest: "d1", by: "ann", at: 0, action: .published)
      var values = ["offer/experience/home": offer.encoded]
      for engine in 0 ..< engines {
        values["engine/e\(engine)"] = EngineRecord(run: 1, since: 0).encoded
        values["accepted/experience/home/d1/e\(engine)"] = AcceptanceRecord(offer: 3).encoded
      }
      return FleetTransactions.activate(self.home, by: "e1", in: self.state(values))
    }
    #expect(activation(of: 126)?.conditions.count == StoreTransaction.maximumSize)
    #expect(activation(of: 127) == nil)
  }

  @Test("the last revision has none after it", arguments: [Int64.max, .max - 1, .min, -1])
  func revisions(revision: Int64) {
    var mirror = StoreCache()
    let listing = StoreSnapshot(
      position: StorePosition(cluster: 1, revision: revision),
      values: ["a": StoredValue(bytes: [], revision: revision)])
    #expect(mirror.receive(listing) == .watch(from: revision == .max ? .max : revision + 1))
  }

  @Test("a lease lasts for no longer than engines go by", arguments: [Int64.max, .min, 0, 601])
  func leases(seconds: Int64) {
    var lease = Lease(seconds: 10)
    lease.grant(id: .min, seconds: seconds)
    #expect((.seconds(5) ... .seconds(600)).contains(lease.duration))
    _ = lease.checkDeadline(at: .now)
    lease.renew(seconds: seconds)
  }

  @Test("a copy on disk is read whatever its numbers are")
  func copy() {
    let text = """
      {"cluster":18446744073709551615,"revision":9223372036854775807,"entries":{
      "active/experience/home":{"revision":-9223372036854775808,"bytes":""}}}
      """
    let mirror = DocumentCacheFile.decode(Data(text.utf8))
    #expect(mirror?.position == StorePosition(cluster: .max, revision: .max))
    #expect(mirror?.entries.values.map(\.source) == [.lastGood])
    #expect(DocumentCacheFile.decode(Data("[]".utf8)) == nil)
  }
}
