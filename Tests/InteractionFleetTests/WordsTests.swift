import Testing

@testable import InteractionFleet

@Suite("Output for operators of a store")
struct WordsTests {
  private let home = DocumentName(.experience, "home")
  /// Escape sequences and control characters: clear the screen, line feed, reverse the direction.
  private let attack = "ann\u{1b}[2J\n\u{9b}31m\u{202e}"
  private let shown = "ann\\u{1b}[2J\\u{a}\\u{9b}31m\\u{202e}"

  private func history(_ records: [Int: HistoryRecord]) -> [String] {
    let entries = records.map { number, record in
      (
        FleetKey.history(self.home, number).path,
        StoreCache.Entry(bytes: record.encoded, source: .store(revision: 1))
      )
    }
    return FleetState(Dictionary(uniqueKeysWithValues: entries)).historyLines(of: self.home)
  }

  @Test("the newest change comes first")
  func lines() {
    let lines = self.history([
      1: HistoryRecord(action: .published, digest: "d1", by: "ann", at: 0),
      2: HistoryRecord(action: .rolledBack, digest: "d2", by: "Jürgen 王", at: 1_795_612_243),
    ])
    #expect(
      lines == [
        "2  2026-11-25T13:10:43Z  rolled back  d2  Jürgen 王",
        "1  1970-01-01T00:00:00Z  published  d1  ann",
      ])
  }

  @Test("control characters are escaped")
  func escapes() {
    let record = HistoryRecord(action: .published, digest: "d1", by: self.attack, at: 0)
    #expect(self.history([1: record]) == ["1  1970-01-01T00:00:00Z  published  d1  \(self.shown)"])
    let offer = OfferRecord(digest: "d1", by: self.attack, at: 0, action: .published)
    let version = DocumentVersion(self.home, digest: "d1", text: "")
    let outcomes: [PublishOutcome] = [
      .busy(offer), .superseded(by: self.attack), .refused(["e1": [self.attack]]),
      .unanswered([self.attack]), .withdrawn(.store(StoreError(.refused, self.attack))),
      .unknown(.store(StoreError(.refused, self.attack)), .open(seconds: 3)),
    ]
    for lines in outcomes.map({ $0.words(of: version) }) {
      #expect(lines.joined(separator: "\n").contains(self.shown), "\(lines)")
    }
    #expect(WithdrawOutcome.busy(offer).words(of: self.home).contains(self.shown))
    #expect(WithdrawOutcome.superseded(by: self.attack).words(of: self.home).contains(self.shown))
    #expect("\(DocumentName(.experience, self.attack))" == "experience '\(self.shown)'")
  }

  @Test("a name is cut off where a line ends")
  func longNames() {
    let name = String(repeating: "a", count: 100)
    #expect(name.displayName == String(repeating: "a", count: 64) + "…")
    #expect(String(repeating: "a", count: 64).displayName.count == 64)
  }

  @Test(
    "a time that no calendar has is its number",
    arguments: [
      (253_402_300_799, "9999-12-31T23:59:59Z"),
      (253_402_300_800, "unknown time (253402300800)"), (-1, "unknown time (-1)"),
      (.max, "unknown time (9223372036854775807)"),
      (.min, "unknown time (-9223372036854775808)"),
    ] as [(Int64, String)])
  func times(time: Int64, text: String) {
    #expect(HistoryRecord.text(of: time) == text)
  }

  @Test("a failure says whether the offer was withdrawn")
  func failures() {
    let version = DocumentVersion(self.home, digest: "0123456789abcdef", text: "")
    let what = "experience 'home' 0123456789ab"
    #expect(
      PublishOutcome.withdrawn(.interrupted).words(of: version)
        == ["\(what) was not published: interrupted; its offer is withdrawn"])
    #expect(
      PublishOutcome.unknown(.unanswered(["e1", "e2"]), .open(seconds: 30)).words(of: version) == [
        "\(what) may come into force: e1, e2 did not answer in time; its offer could not be"
          + " withdrawn; engines can accept it for 30 s if the store is available, and 'history' shows"
          + " the outcome"
      ])
    #expect(
      PublishOutcome.unknown(.interrupted, .revoked).words(of: version) == [
        "\(what) may come into force: interrupted; its offer has ended; 'history' shows whether"
          + " all engines had accepted it"
      ])
  }
}
