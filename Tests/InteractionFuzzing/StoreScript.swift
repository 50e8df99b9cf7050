import InteractionFleet

/// Keys, values and revisions: valid and arbitrary ones.
extension Script {
  /// Returns a number: small, at a limit, or beyond.
  mutating func large() -> Int64 {
    let byte = self.byte()
    switch byte {
    case 0 ..< 224: return Int64(byte)
    case 224: return .max
    case 225: return .max - 1
    case 226: return .min
    case 227: return -1
    case 228: return 1 << 53
    case 229: return (1 << 53) - 1
    case 230: return (1 << 53) + 1
    case 231: return Int64(Int32.max)
    case 232: return 253_402_300_799
    default: return Int64(bitPattern: self.word())
    }
  }

  /// Returns a text of up to 31 bytes.
  mutating func text() -> String {
    String(decoding: (0 ..< self.number(below: 32)).map { _ in self.byte() }, as: UTF8.self)
  }

  mutating func name() -> DocumentName {
    switch self.number(below: 8) {
    case 0: .checkpointKeys
    case 1: DocumentName(self.one(of: DocumentName.DocumentKind.allCases), self.text())
    case 2, 3: DocumentName(.experience, "shop")
    default: DocumentName(.experience, "home")
    }
  }

  mutating func digest() -> String {
    let byte = self.byte()
    return byte < 32 ? self.text() : "d\(byte % 8)"
  }

  mutating func engine() -> String {
    let byte = self.byte()
    return byte < 32 ? self.text() : byte < 64 ? "e\(byte)" : "e\(byte % 4)"
  }

  /// Returns a valid key.
  mutating func key() -> FleetKey {
    switch self.number(below: 12) {
    case 0: self.flag() ? .engine(self.engine()) : .report(self.engine())
    case 1: .epoch
    case 2, 3: .text(self.name(), digest: self.digest())
    case 4, 5: .offer(self.name())
    case 6, 7: .accepted(self.name(), digest: self.digest(), engine: self.engine())
    case 8: .refused(self.name(), digest: self.digest(), engine: self.engine())
    case 9: .active(self.name())
    case 10: .killSwitch(self.name())
    default: .history(self.name(), Int(self.large()))
    }
  }

  /// Returns a value that suits a key, or arbitrary bytes.
  mutating func value(of key: FleetKey?) -> [UInt8] {
    guard let key, self.byte() >= 64 else { return self.line() }
    return switch key {
    case .epoch: Array(self.engine().utf8)
    case .text: Array((self.flag() ? "bad" : self.text()).utf8)
    case .engine:
      EngineRecord(run: UInt64(self.number(below: 4)), since: self.large()).encoded
    case .report: self.report().encoded
    case .offer:
      OfferRecord(
        digest: self.digest(), by: self.text(), at: self.large(), action: self.action()
      ).encoded
    case .accepted: AcceptanceRecord(offer: self.large()).encoded
    case .refused: RefusalRecord(reasons: [self.text(), self.text()]).encoded
    case .active:
      ActiveRecord(digest: self.digest(), number: Int(self.large()), by: self.text()).encoded
    case .killSwitch:
      KillSwitchRecord(
        variants: self.flag() ? nil : [self.text()], by: self.text(), at: self.large()
      ).encoded
    case .history:
      HistoryRecord(
        action: self.action(), digest: self.digest(), by: self.text(), at: self.large()
      ).encoded
    }
  }

  private mutating func report() -> ReportRecord {
    let claim = ReportRecord.Claim(
      session: self.text(), user: self.text(), epoch: UInt64(bitPattern: self.large()))
    return ReportRecord(
      sessions: Int(self.large()), places: Int(self.large()), claims: [claim], at: self.large())
  }

  private mutating func action() -> HistoryRecord.Action {
    self.one(of: [.published, .rolledBack, .withdrawn])
  }

  /// Returns a key and its value; half of them valid.
  mutating func pair() -> (key: String, bytes: [UInt8]) {
    if self.flag() {
      let key = self.key()
      return (key.path, self.value(of: key))
    }
    let path = String(decoding: self.line().prefix(256), as: UTF8.self)
    return (path, self.value(of: FleetKey(path[...])))
  }

  mutating func position() -> StorePosition {
    StorePosition(cluster: UInt64(self.number(below: 3)), revision: self.large())
  }

  mutating func listing() -> StoreSnapshot {
    let count = self.number(below: 24)
    var values = count == 23 ? self.crowd() : [:]
    for _ in 0 ..< count where !self.isOver {
      let (key, bytes) = self.pair()
      values[key] = StoredValue(bytes: bytes, revision: self.large())
    }
    return StoreSnapshot(position: self.position(), values: values)
  }

  /// Returns about the maximum number of engines, all with an acceptance of an offer's revision.
  private mutating func crowd() -> [String: StoredValue] {
    let revision = self.large()
    var values: [String: StoredValue] = [:]
    for number in 0 ..< FleetTransactions.maximumEngines - 2 + self.number(below: 6) {
      let engine = FleetKey.engine("c\(number)").path
      values[engine] = StoredValue(bytes: EngineRecord(run: 2, since: 0).encoded, revision: 1)
      let accepted = FleetKey.accepted(
        DocumentName(.experience, "home"), digest: "d1", engine: "c\(number)")
      values[accepted.path] = StoredValue(
        bytes: AcceptanceRecord(offer: revision).encoded, revision: 1)
    }
    return values
  }

  mutating func changes() -> WatchUpdate {
    let changes = (0 ..< self.number(below: 8)).map { _ in
      let (key, bytes) = self.pair()
      return StoreChange(key: key, bytes: self.flag() ? bytes : nil, revision: self.large())
    }
    return .changed(changes, self.position())
  }
}
