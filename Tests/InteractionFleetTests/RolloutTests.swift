import Testing

@testable import InteractionFleet

@Suite("Rollout")
struct RolloutTests {
  private let home = DocumentName(.experience, "home")

  private func state(_ values: [FleetKey: any FleetRecord], at revision: Int64 = 5) -> FleetState {
    FleetState(
      Dictionary(
        uniqueKeysWithValues: values.map { key, record in
          (key.path, StoreCache.Entry(bytes: record.encoded, source: .store(revision: revision)))
        }))
  }

  private func offered(by engines: [String], accepted: [String]) -> FleetState {
    var values: [FleetKey: any FleetRecord] = [
      .offer(self.home): OfferRecord(digest: "d1", by: "ann", at: 0, action: .published)
    ]
    for engine in engines { values[.engine(engine)] = EngineRecord(run: 1, since: 0) }
    for engine in accepted {
      values[.accepted(self.home, digest: "d1", engine: engine)] = AcceptanceRecord(offer: 5)
    }
    return self.state(values)
  }

  @Test("keys are read as they are written")
  func keys() {
    let keys: [FleetKey] = [
      .engine("e"), .epoch, .text(self.home, digest: "d"), .offer(self.home),
      .accepted(self.home, digest: "d", engine: "e"), .active(.checkpointKeys),
      .refused(self.home, digest: "d", engine: "e"), .history(self.home, 12),
    ]
    for key in keys { #expect(FleetKey(key.path[...]) == key) }
    for path in ["", "engine", "offer/other/home", "history/experience/home/x", "text/a/b/c/d/e"] {
      #expect(FleetKey(path[...]) == nil, "\(path)")
    }
  }

  @Test("a version comes into force only once every engine has accepted it")
  func everyEngine() {
    let waiting = self.offered(by: ["a", "b"], accepted: ["a"])
    #expect(FleetTransactions.activate(self.home, by: "a", in: waiting) == nil)
    #expect(waiting.pendingEngines(for: self.home) == ["b"])
    let ready = self.offered(by: ["a", "b"], accepted: ["a", "b"])
    let change = FleetTransactions.activate(self.home, by: "a", in: ready)
    #expect(change?.conditions.count == 4)
  }

  @Test("an acceptance of an earlier offer does not count")
  func earlierOffer() {
    let state = self.state([
      .offer(self.home): OfferRecord(digest: "d1", by: "ann", at: 0, action: .published),
      .engine("a"): EngineRecord(run: 1, since: 0),
      .accepted(self.home, digest: "d1", engine: "a"): AcceptanceRecord(offer: 4),
    ])
    #expect(state.pendingEngines(for: self.home) == ["a"])
  }

  @Test("an engine knows what is in force before it joins")
  func joining() throws {
    let record = EngineRecord(run: 9, since: 0)
    var rollout = Rollout(engine: "a", record: record)
    var entries: [String: StoreCache.Entry] = [:]
    func put(_ key: FleetKey, _ bytes: [UInt8]) {
      entries[key.path] = StoreCache.Entry(bytes: bytes, source: .store(revision: 3))
    }
    put(.text(self.home, digest: "d1"), Array("text".utf8))
    put(.active(self.home), ActiveRecord(digest: "d1", number: 1, by: "ann").encoded)
    let version = DocumentVersion(self.home, digest: "d1", text: "text")
    var state = FleetState(entries)
    #expect(rollout.next(in: state, lease: 1) == [.validate(version)])
    var other = rollout

    rollout.note(.accepted, of: version)
    #expect(
      rollout.next(in: state, lease: 1) == [
        .activate([version]),
        .commit(FleetTransactions.join("a", as: record, lease: 1, in: state), for: .join),
      ])
    put(.engine("a"), record.encoded)
    state = FleetState(entries)
    #expect(rollout.next(in: state, lease: 1).isEmpty)
    put(.engine("a"), EngineRecord(run: 10, since: 0).encoded)
    #expect(
      rollout.next(in: FleetState(entries), lease: 1) == [
        .leaveFleet(["another engine has the name 'a'; set --fleet-engine"])
      ])

    other.note(.refused(["no such field"]), of: version)
    #expect(
      other.next(in: state, lease: 1) == [
        .activate([]), .leaveFleet(["experience 'home': no such field"]),
      ])
  }

  @Test("an engine keeps what it had in the place of what it cannot use")
  func lastGood() {
    var rollout = Rollout(engine: "a", record: EngineRecord(run: 9, since: 0))
    func state(_ digest: String) -> FleetState {
      let active = ActiveRecord(digest: digest, number: 1, by: "ann").encoded
      let values = [
        (FleetKey.text(self.home, digest: "d1"), Array("1".utf8)),
        (FleetKey.text(self.home, digest: "d2"), Array("2".utf8)), (.active(self.home), active),
      ]
      return FleetState(
        Dictionary(
          uniqueKeysWithValues: values.map {
            ($0.0.path, StoreCache.Entry(bytes: $0.1, source: .lastGood))
          }))
    }
    let good = DocumentVersion(self.home, digest: "d1", text: "1")
    rollout.note(.accepted, of: good)
    rollout.note(.refused(["bad"]), of: DocumentVersion(self.home, digest: "d2", text: "2"))
    #expect(rollout.next(in: state("d1"), lease: nil) == [.activate([good])])
    #expect(
      rollout.next(in: state("d2"), lease: nil) == [.leaveFleet(["experience 'home': bad"])])
  }

  @Test("damaged records do not affect an engine that knows the active version")
  func damage() {
    let record = EngineRecord(run: 9, since: 0)
    func state(active: [UInt8], text: String) -> FleetState {
      let values: [(FleetKey, [UInt8])] = [
        (.text(self.home, digest: "d1"), Array(text.utf8)), (.active(self.home), active),
        (.engine("a"), record.encoded),
      ]
      return FleetState(
        Dictionary(
          uniqueKeysWithValues: values.map {
            ($0.0.path, StoreCache.Entry(bytes: $0.1, source: .store(revision: 3)))
          }))
    }
    let active = ActiveRecord(digest: "d1", number: 1, by: "ann").encoded
    let version = DocumentVersion(self.home, digest: "d1", text: "1")
    let (sound, garbage) = (state(active: active, text: "1"), state(active: [63], text: "1"))
    var rollout = Rollout(engine: "a", record: record)
    #expect(rollout.next(in: sound, lease: 1) == [.validate(version)])
    rollout.note(.accepted, of: version)
    #expect(rollout.next(in: sound, lease: 1) == [.activate([version])])
    #expect(garbage.unreadable == [self.home: 3])
    #expect(rollout.next(in: garbage, lease: 1).isEmpty)

    let damaged = DocumentVersion(self.home, digest: "d1", text: "?")
    let unsound = state(active: active, text: damaged.text)
    #expect(rollout.next(in: unsound, lease: 1) == [.validate(damaged)])
    rollout.note(.refused(["bad"]), of: damaged)
    #expect(rollout.next(in: unsound, lease: 1).isEmpty)
    // After the repair, engines that refused the version check it again.
    #expect(rollout.next(in: sound, lease: 1) == [.validate(version)])

    // A joining engine does not know it.
    var newcomer = Rollout(engine: "b", record: EngineRecord(run: 10, since: 0))
    newcomer.note(.accepted, of: version)
    #expect(
      newcomer.next(in: garbage, lease: 2) == [
        .activate([]), .leaveFleet(["experience 'home': its record is unreadable"]),
      ])
  }

  @Test("an engine forgets what the store no longer has, but not what is damaged there")
  func forgetting() {
    func state(_ texts: [String: String]) -> FleetState {
      FleetState(
        Dictionary(
          uniqueKeysWithValues: texts.map { digest, text in
            (
              FleetKey.text(self.home, digest: digest).path,
              StoreCache.Entry(bytes: Array(text.utf8), source: .store(revision: 3))
            )
          }))
    }
    func version(_ digest: String, _ text: String) -> DocumentVersion {
      DocumentVersion(self.home, digest: digest, text: text)
    }
    let (first, second, damaged) = (version("d1", "1"), version("d2", "2"), version("d1", "?"))
    var rollout = Rollout(engine: "a", record: EngineRecord(run: 9, since: 0))
    let both = state(["d1": "1", "d2": "2"])
    #expect(rollout.next(in: both, lease: nil) == [.validate(first), .validate(second)])
    for version in [first, second] { rollout.note(.accepted, of: version) }
    #expect(rollout.next(in: both, lease: nil) == [.activate([])])
    #expect(
      rollout.next(in: state(["d1": "?"]), lease: nil) == [.forget(second), .validate(damaged)])
    rollout.note(.refused(["bad"]), of: damaged)
    #expect(rollout.next(in: state(["d1": "?"]), lease: nil).isEmpty)
    #expect(rollout.next(in: state([:]), lease: nil) == [.forget(damaged)])
  }
}
