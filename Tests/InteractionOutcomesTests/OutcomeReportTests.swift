import Foundation
import InteractionWhatIf
import Testing

@testable import InteractionOutcomes

@Suite("Report of outcomes")
struct OutcomeReportTests {
  private func report(
    _ sessions: [RecordedSession], _ change: (inout OutcomeReport.Options) throws -> Void = { _ in }
  ) throws -> OutcomeReport {
    let recordings = try RecordedSession.recordings(sessions)
    var options = OutcomeReport.Options()
    try change(&options)
    return try OutcomeReport(
      recordings, OutcomeUsers(recordings, isLastPhase: options.isLastPhase), files: [],
      triggered: nil, options)
  }

  private func expectation(_ text: String) throws -> EquivalenceExpectation {
    try #require(EquivalenceExpectation(text))
  }

  @Test("a difference is found, with its interval")
  func found() throws {
    let sessions = RecordedSession.sessions(old: 300, new: 300) { user, isNew in
      Int64(user % 4) * (isNew ? 2 : 1)
    }
    let report = try self.report(sessions)
    let row = try #require(report.rows.first)
    #expect(report.rows.count == 1 && report.alarms.isEmpty && report.verdict == .kept)
    #expect(row.comparison.first.value == 1.5 && row.comparison.other.value == 3)
    #expect(report.words(row) == "new: 100 % more than old")
    let interval = try #require(row.comparison.interval(report.sequence, level: row.level))
    #expect(interval.lowerBound > 0.5 && interval.upperBound < 1.5)
    #expect(report.lines[0] == "home by variant: 600 users, 600 sessions")
    #expect(report.csv.split(separator: "\n").count == 2)
    let json = try #require(try JSONSerialization.jsonObject(with: report.json) as? [String: Any])
    #expect(
      (json["outcomes"] as? [[String: Any]])?.first?["verdict"] as? String == "difference_found")
    #expect(report.html.contains("class=\"intervals\"") && report.html.contains("+100 %"))
  }

  @Test("no difference: the smallest that would have been found")
  func notFound() throws {
    let report = try self.report(RecordedSession.sessions(old: 2_000, new: 2_000))
    let words = report.words(report.rows[0])
    #expect(
      words.hasPrefix("new: no difference found; one of ")
        && words.contains("or more would have been, in 4 of 5 cases; 10 % needs about "), "\(words)"
    )
    #expect(report.verdict == .kept)
  }

  @Test("too few users: no figure, and no verdict")
  func tooFew() throws {
    let report = try self.report(RecordedSession.sessions(old: 149, new: 150))
    #expect(report.words(report.rows[0]) == "new: too few users; each variant needs 150")
    #expect(report.verdict == .none && report.table(report.rows)[0][3] == "–")
    #expect(!report.csv.contains("1.5"))
  }

  @Test("users out of proportion: the alarm comes first, and no figure is shown")
  func outOfProportion() throws {
    let report = try self.report(RecordedSession.sessions(old: 600, new: 400)) {
      $0.expectations = [try self.expectation("rockets_per_session within 90%")]
    }
    #expect(report.hidesFigures && report.verdict == .none)
    #expect(
      report.lines[1] == "ALARM: the users are not in proportion to the buckets: old 600, expected"
        + " 500; new 400, expected 500")
    #expect(!report.lines.contains { $0.contains("rockets_per_session  ") })
    #expect(report.csv.split(separator: "\n").count == 1 && !report.html.contains("intervals"))
    #expect(report.lines.last == "no verdict: rockets_per_session within 90%")
  }

  @Test("recordings against opened sessions")
  func opened() throws {
    func alarms(_ opened: String...) throws -> OutcomeReport {
      try self.report(RecordedSession.sessions(old: 400, new: 400)) { options in
        var sessions = OpenedSessions()
        for text in opened where !sessions.add(number: text) { Issue.record("\(text)") }
        options.opened = sessions
      }
    }
    #expect(try alarms("old=4000", "new=4010").alarms.isEmpty)
    let lost = try alarms("old=4000", "new=8000")
    #expect(
      lost.alarms.map(\.description) == [
        "the recordings are not in proportion to the opened sessions: old 400 of 4000, new 400 of"
          + " 8000"
      ])
    #expect(lost.hidesFigures)
    let short = try alarms("old=300", "new=400")
    #expect(short.alarms.isEmpty && short.notes[0].hasPrefix("more sessions are recorded than"))
  }

  @Test("users of two variants alarm, and leave the figures")
  func twoVariants() throws {
    let strays = (0 ..< 10).map { number in
      RecordedSession("stray\(number)", "x\(number)").with { $0.variant = "new" }
    }
    let report = try self.report(RecordedSession.sessions(old: 300, new: 300) + strays)
    #expect(report.alarms == [.usersOfTwoVariants(10, of: 610)] && !report.hidesFigures)
    #expect(report.verdict == .none)
  }

  @Test("several measures share the level")
  func severalMeasures() throws {
    let report = try self.report(RecordedSession.sessions(old: 300, new: 300)) { options in
      options.measures = ["rockets_per_user", "sessions_per_user", "rockets_per_user"].compactMap {
        OutcomeMeasure($0)
      }
    }
    #expect(
      report.rows.map(\.comparison.measure.name) == ["rockets_per_user", "sessions_per_user"])
    #expect(report.rows.map(\.level) == [0.025, 0.025])
    #expect(report.words(report.rows[1]) == "new: the same for all users")
  }

  @Test("the first rocket is divided by the sessions with one; a figure that the first lacks")
  func divisors() throws {
    let sessions = RecordedSession.sessions(old: 300, new: 300) { user, isNew in
      isNew ? Int64(user % 4) : 0
    }
    let report = try self.report(sessions) {
      $0.measures = ["first_rocket_per_session", "rockets_per_session"].compactMap {
        OutcomeMeasure($0)
      }
      $0.expectations = [try self.expectation("rockets_per_session within 10%")]
    }
    #expect(
      report.rows[0].comparison.other.value == 2 && report.rows[0].comparison.difference == nil)
    #expect(report.words(report.rows[1]) == "new: 1.5 more than old")
    #expect(report.verdict == .none)
  }

  @Test(
    "expectations: the whole interval inside, outside, or neither",
    arguments: [
      (-0.05, 0.05, .kept), (-0.1, 0.1, .kept), (0.11, 0.3, .broken), (-0.3, -0.11, .broken),
      (0.05, 0.15, .none), (-0.3, 0.3, .none),
    ] as [(Double, Double, EquivalenceExpectation.Verdict)])
  func expectations(low: Double, high: Double, verdict: EquivalenceExpectation.Verdict) throws {
    let expectation = try self.expectation(" rockets_per_session  within 10%")
    #expect(expectation.description == "rockets_per_session within 10%")
    #expect(expectation.verdict(on: [low ... high]) == verdict)
    #expect(expectation.verdict(on: [low ... high, -0.01 ... 0.01]) == verdict)
    #expect(expectation.verdict(on: [low ... high, nil]) == (verdict == .broken ? .broken : .none))
    #expect(expectation.verdict(on: []) == .none)
  }

  @Test(
    "expectations and measures that are none",
    arguments: [
      "", "rockets within 10%", "rockets_per_session within 10", "rockets_per_session within 0%",
      "rockets_per_session within -1%", "rockets_per_session <= 1%", "_per_user within 1%",
      "sessions_per_session within 1%", "rockets_per_user within nan%", "a b c d",
    ])
  func invalid(text: String) {
    #expect(EquivalenceExpectation(text) == nil)
  }

  @Test("an unknown figure is refused, with those that are known")
  func unknownFigure() throws {
    do {
      _ = try self.report(RecordedSession.sessions(old: 1, new: 1)) {
        $0.expectations = [try self.expectation("rokets_per_user within 10%")]
      }
      Issue.record("accepted")
    } catch let error as OutcomesError {
      #expect(error.description.hasPrefix("no figure is called 'rokets', but: rockets, "))
      #expect(error.description.contains(", sessions, each with _per_session or _per_user"))
    }
  }
}
