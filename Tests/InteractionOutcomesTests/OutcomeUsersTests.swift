import InteractionCore
import InteractionWhatIf
import InteractionWire
import Testing

@testable import InteractionOutcomes

@Suite("Users of outcomes")
struct OutcomeUsersTests {
  private let half = RecordedSession.sessions(old: 1, new: 1)

  /// Returns the error of a grouping; nil if there is none.
  private func problem(
    _ sessions: [RecordedSession], isLastPhase: Bool = false
  ) -> OutcomesError? {
    do {
      _ = try RecordedSession.users(sessions, isLastPhase: isLastPhase)
      return nil
    } catch {
      return error as? OutcomesError
    }
  }

  @Test("users by the bytes of their names, and without one by their sessions")
  func bytes() throws {
    let sessions = [
      RecordedSession("zo\u{EB}", "1"), RecordedSession("zoe\u{308}", "2"),
      RecordedSession("zo\u{EB}", "3"), RecordedSession("", "zo\u{EB}"),
      RecordedSession("", "5"),
    ]
    let users = try RecordedSession.users(
      sessions + self.half.map { $0.with { $0.session += "x" } })
    #expect(users.users.map(\.sessions.count) == [1, 1, 1, 2, 1, 1])
    #expect(users.users.map(\.key.isSession) == [false, false, false, false, true, true])
    #expect(users.variants == ["old", "new"] && users.buckets == [5_000, 5_000])
  }

  @Test("connections of one session are one session, in order, each once")
  func connections() throws {
    let first = RecordedSession("ann", "s").with { $0.rockets = 2 }
    let next = first.with {
      $0.epoch = 2
      $0.start = Instant(microseconds: 5_000_000)
      $0.rockets = 3
    }
    let recordings = try RecordedSession.recordings([next, first, first] + self.half)
    #expect(recordings.uncounted[.twice]?.count == 1)
    let user = try #require(try OutcomeUsers(recordings).users.first)
    #expect(user.sessions.count == 1 && user.sessions[0].files == [1, 0])
    #expect(
      user.sessions[0].figures == [
        .rockets: 5, .sessionsWithRocket: 1, .firstRocket: 2_000_000,
      ])
    // The first rocket of the second connection, since the opening of the first one.
    let late = try RecordedSession.users([first.with { $0.rockets = 0 }, next] + self.half)
    #expect(late.users[0].sessions[0].figures[.firstRocket] == 7_000_000)
  }

  @Test("sessions count only if the variant was selected by bucket")
  func reasons() throws {
    let others = [
      Interaction_V1_SelectionReason.noOwner, .holdout, .condition, .namedUser, .tester, .killed,
    ].map { reason in
      RecordedSession("u\(reason)", "s\(reason)").with { $0.reason = reason }
    }
    let users = try RecordedSession.users(others + self.half)
    #expect(users.users.count == 2)
    #expect(users.uncounted.values.reduce(0, +) == 6 && users.uncounted.count == 6)
    #expect(self.problem(others) == .noSessionByBucket)
  }

  @Test("a ramp: buckets with one owner throughout, or the last phase")
  func ramp() throws {
    let early: RecordedSession.Document = [("old", [500 ..< 10_000]), ("new", [0 ..< 500])]
    let late: RecordedSession.Document = [
      ("old", [5_000 ..< 10_000]), ("new", [0 ..< 500, 500 ..< 5_000]),
    ]
    func session(
      _ user: String, _ number: Int, _ bucket: Int, _ variant: String, isLate: Bool
    ) -> RecordedSession {
      RecordedSession(user, "\(user)\(number)").with {
        $0.bucket = bucket
        $0.variant = variant
        $0.document = isLate ? "d2" : "d1"
        $0.buckets = isLate ? late : early
        $0.phase = isLate ? 2 : 1
      }
    }
    let sessions = [
      session("always-new", 1, 100, "new", isLate: false),
      session("always-new", 2, 100, "new", isLate: true),
      session("moved", 1, 700, "old", isLate: false),
      session("moved", 2, 700, "new", isLate: true),
      session("early", 1, 700, "old", isLate: false),
      session("always-old", 1, 6_000, "old", isLate: true),
    ]
    let users = try RecordedSession.users(sessions)
    #expect(users.users.map(\.variant) == [1, 0] && users.buckets == [5_000, 500])
    #expect(users.uncounted == [.severalOwners: 3])
    let last = try RecordedSession.users(sessions, isLastPhase: true)
    #expect(last.users.map(\.sessions.count) == [1, 1, 1])
    #expect(last.buckets == [5_000, 5_000] && last.uncounted == [.earlierPhase: 3])
    // The buckets of the first document are unknown.
    let unknown = sessions.map { $0.with { if $0.document == "d1" { $0.buckets = [] } } }
    #expect(try RecordedSession.users(unknown).uncounted == [.unknownBuckets: 3])
    #expect(self.problem(unknown, isLastPhase: true) == nil)
  }

  @Test("users with two variants, and users whose bucket changes")
  func twoVariants() throws {
    let stray = RecordedSession("ann", "1").with { $0.variant = "new" }
    func sessions(_ count: Int) -> [RecordedSession] {
      [stray] + RecordedSession.sessions(old: count, new: count)
    }
    let few = try RecordedSession.users(sessions(49))
    #expect(few.usersOfTwo == 1 && few.users.count == 98 && few.hasTooManyOfTwo)
    let many = try RecordedSession.users(sessions(50))
    #expect(many.usersOfTwo == 1 && !many.hasTooManyOfTwo)
    let salted = [
      RecordedSession("ann", "1"),
      RecordedSession("ann", "2").with {
        $0.bucket = 2
        $0.document = "d2"
        $0.phase = 2
      },
    ]
    let some = try RecordedSession.users(salted + self.half)
    #expect(some.uncounted == [.severalBuckets: 2])
    #expect(self.problem(salted) == .severalBuckets(users: 1))
  }

  @Test("sessions that were moved do not count, and a name may be two users' session")
  func moved() throws {
    let connections = [
      RecordedSession("ann", "1"),
      RecordedSession("ann", "1").with {
        $0.epoch = 2
        $0.phase = 2
      },
    ]
    #expect(try RecordedSession.users(connections + self.half).uncounted == [.moved: 1])
    let alike = [RecordedSession("ann", "1"), RecordedSession("ben", "1")]
    let both = try RecordedSession.users(alike + self.half)
    #expect(both.users.map(\.sessions.count) == both.users.map { _ in 1 })
  }

  @Test("one variant, several experiences, no recording with a selection")
  func refused() throws {
    let one = RecordedSession("ann", "1").with { $0.buckets = [("old", [0 ..< 10_000])] }
    #expect(self.problem([one]) == .oneVariant("old"))
    let plain = OutcomeFile(index: 0, uncounted: .noSelection)
    #expect(throws: OutcomesError.noSelection(recordings: 1)) {
      try OutcomeRecordings([plain], of: nil)
    }
    var files = try self.half.enumerated().map { try $1.file($0) }
    files[1].experience = "shop"
    #expect(throws: OutcomesError.severalExperiences(["home", "shop"])) {
      try OutcomeRecordings(files, of: nil)
    }
    #expect(throws: OutcomesError.unknownExperience("x", ["home", "shop"])) {
      try OutcomeRecordings(files, of: "x")
    }
    let home = try OutcomeRecordings(files, of: "home")
    #expect(home.connections.count == 1 && home.uncounted[.otherExperience]?.count == 1)
  }

  @Test("the order of a user's sessions is that of the files' times")
  func order() throws {
    let sessions = [3.0, 1, 2].map { time in
      RecordedSession("ann", "\(time)").with {
        $0.modified = time
        $0.rockets = Int64(time)
      }
    }
    let users = try RecordedSession.users(sessions + self.half)
    #expect(users.users[0].sessions.map { $0.figures[.rockets] } == [1, 2, 3])
  }

  @Test("counters of opened sessions: Prometheus text, or numbers")
  func opened() {
    var opened = OpenedSessions()
    let text = """
      # TYPE interaction_variant_opened_total counter
      interaction_variant_opened_total{experience="home",variant="old",phase="1"} 10
      interaction_variant_opened_total{experience="home",variant="old",phase="2"} 1.2e2 1700000
      interaction_variant_opened_total{experience="a,\\"b\\"",variant="old",phase="2"} 7
      interaction_variant_opened_total{experience="home",variant="new",phase="2"} NaN
      interaction_variant_opened_totals{variant="old"} 5
      interaction_sessions 3
      """
    let added = opened.add(exposition: text)
    #expect(added == 3)
    #expect(opened.count(experience: "home", variant: "old", phase: nil) == 130)
    #expect(opened.count(experience: "home", variant: "old", phase: 2) == 120)
    #expect(opened.count(experience: "a,\"b\"", variant: "old", phase: 2) == 7)
    let isNumber = opened.add(number: "new=40")
    #expect(isNumber)
    #expect(opened.count(experience: "home", variant: "new", phase: 2) == 40)
    for text in ["new", "new=", "=4", "new=-1", "new=x", "a=1=2"] {
      let isNumber = opened.add(number: text)
      #expect(!isNumber, "\(text)")
    }
  }
}
