import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Limits: which sessions are taken on")
struct SessionAdmissionTests {
  private static let limits: AdmissionLimits = {
    var limits = AdmissionLimits()
    limits.sessions = 100
    limits.resumeShare = 0.1
    limits.misroutedShare = 0.25
    limits.opensPerSecond = 2
    limits.openBurst = 10
    limits.sessionsPerUser = 3
    return limits
  }()

  private static func refusal(
    _ admission: inout SessionAdmission, isResumed: Bool = false, sessions: Int = 0,
    ofUser: Int = 0,
    from network: String = "", at ms: Int64 = 0
  ) -> String? {
    do throws(StreamError) {
      try admission.admit(
        SessionAdmission.Applicant(
          isResumed: isResumed, ofUser: ofUser, network: PeerNetwork(of: network)),
        beside: SessionAdmission.OpenSessions(sessions: sessions),
        at: Instant(microseconds: ms * 1_000))
      return nil
    } catch {
      return "\(error.reason.rawValue) \(error.metadata["limit"] ?? "")"
    }
  }

  @Test("each limit up to its edge, for new sessions and resumed ones")
  func edges() {
    typealias Row = (
      isResumed: Bool, sessions: Int, ofUser: Int, memory: MemoryPressure.Level, String?
    )
    let rows: [Row] = [
      (false, 89, 2, .nothing, nil),
      (true, 99, 2, .nothing, nil),
      (false, 90, 0, .nothing, "OVERLOADED sessions"),
      (true, 100, 0, .nothing, "OVERLOADED sessions"),
      (false, 0, 3, .nothing, "TOO_MANY_SESSIONS sessions_per_user"),
      (true, 0, 3, .nothing, "TOO_MANY_SESSIONS sessions_per_user"),
      (false, 0, 0, .newSessions, "OVERLOADED memory"),
      (true, 0, 0, .newSessions, nil),
      (true, 0, 0, .resumedSessions, "OVERLOADED memory"),
    ]
    for row in rows {
      var admission = SessionAdmission(limits: Self.limits)
      admission.memory = MemoryPressure(level: row.memory)
      let refusal = Self.refusal(
        &admission, isResumed: row.isResumed, sessions: row.sessions, ofUser: row.ofUser)
      #expect(refusal == row.4, "\(row)")
    }
  }

  @Test("a fifth of the burst is kept for sessions that are resumed; both come back with time")
  func burst() {
    var admission = SessionAdmission(limits: Self.limits)
    for _ in 0 ..< 8 { #expect(Self.refusal(&admission) == nil) }
    #expect(Self.refusal(&admission) == "OVERLOADED opens_per_second")
    #expect(Self.refusal(&admission, isResumed: true) == nil)
    #expect(Self.refusal(&admission, isResumed: true) == nil)
    #expect(Self.refusal(&admission, isResumed: true) == "OVERLOADED opens_per_second")
    #expect(Self.refusal(&admission, isResumed: true, at: 499) != nil)
    #expect(Self.refusal(&admission, isResumed: true, at: 500) == nil)
    #expect(Self.refusal(&admission, at: 1_999) != nil)
    #expect(Self.refusal(&admission, at: 2_000) == nil)
    var counts = 0
    while Self.refusal(&admission, isResumed: true, at: 3_600_000) == nil { counts += 1 }
    #expect(counts == 10)
  }

  @Test("sessions that another's key has brought have a quarter of the places, and no more")
  func misrouted() throws {
    let admission = SessionAdmission(limits: Self.limits)
    let misrouted = SessionAdmission.Applicant(isResumed: true, isMisrouted: true)
    let rows: [(sessions: Int, misrouted: Int, Bool)] = [
      (24, 24, true), (25, 25, false), (60, 24, true), (60, 25, false), (100, 0, false),
    ]
    for row in rows {
      let present = SessionAdmission.OpenSessions(sessions: row.sessions, misrouted: row.misrouted)
      #expect(admission.hasPlace(for: misrouted, beside: present) == row.2, "\(row)")
    }
    let present = SessionAdmission.OpenSessions(sessions: 60, misrouted: 60)
    #expect(admission.hasPlace(for: SessionAdmission.Applicant(), beside: present))
  }

  @Test("with few tokens left each network has an equal rate; a single network has all of it")
  func networks() {
    var limits = Self.limits
    (limits.opensPerSecond, limits.openBurst, limits.resumeReserve) = (10, 20, 0)
    var admission = SessionAdmission(limits: limits)
    for _ in 0 ..< 20 { #expect(Self.refusal(&admission, from: "flood", at: 1_000) == nil) }
    #expect(Self.refusal(&admission, from: "flood", at: 1_999) == nil)
    // From now on there are two sources, with five openings per second each.
    #expect(Self.refusal(&admission, from: "quiet", at: 2_500) == nil)
    var admitted = 0
    for ms in stride(from: 3_000, to: 3_500, by: 10) {
      if Self.refusal(&admission, from: "flood", at: Int64(ms)) == nil { admitted += 1 }
    }
    // Eight until the burst is half used.
    #expect(admitted == 8 + 5)
    #expect(Self.refusal(&admission, from: "quiet", at: 3_510) == nil)
  }

  @Test("a server that is late for half a second admits no new session until it is in time again")
  func lag() {
    var admission = SessionAdmission(limits: Self.limits)
    var now: Int64 = 0
    for _ in 0 ..< 4 {
      _ = admission.lagProbeFired(at: Instant(microseconds: now * 1_000), sessions: 0)
      #expect(Self.refusal(&admission, at: now) == nil)
      // Due after 50 ms, so 101 ms late.
      now += 151
    }
    // Late for 50 ms.
    #expect(Self.refusal(&admission, at: 550) == nil)
    #expect(Self.refusal(&admission, at: 551) == "OVERLOADED lag_ms")
    #expect(Self.refusal(&admission, isResumed: true, at: 551) == nil)
    _ = admission.lagProbeFired(at: Instant(microseconds: 605_000), sessions: 0)
    #expect(Self.refusal(&admission, at: 605) == "OVERLOADED lag_ms")
    let late = admission.lagProbeFired(at: Instant(microseconds: 755_000), sessions: 0)
    #expect(late == .milliseconds(100))
    #expect(Self.refusal(&admission, at: 755) == nil)
  }

  @Test(
    "input that waits for its turn is late, though the clock rings in time",
    arguments: [(101, nil), (401, "OVERLOADED lag_ms")] as [(Int64, String?)])
  func queueDelay(ms: Int64, resumed: String?) {
    var admission = SessionAdmission(limits: Self.limits)
    func fire(at now: Int64, _ delay: Int64) -> TimeSpan {
      admission.lagProbeFired(
        at: Instant(microseconds: now * 1_000), queueDelay: .milliseconds(delay), sessions: 0)
    }
    for now in stride(from: Int64(0), through: 550, by: 50) {
      #expect(fire(at: now, ms) == .milliseconds(ms))
    }
    #expect(Self.refusal(&admission, at: 550) == nil)
    #expect(Self.refusal(&admission, at: 551) == "OVERLOADED lag_ms")
    #expect(Self.refusal(&admission, isResumed: true, at: 551) == resumed)
    #expect(fire(at: 600, 100) == .milliseconds(100))
    #expect(Self.refusal(&admission, at: 600) == nil)
  }

  @Test("a clock that rings seldom, while there is no connection, is late only past that")
  func idleClock() {
    var admission = SessionAdmission(limits: Self.limits)
    let rest = LagProbe.idleInterval
    _ = admission.lagProbeFired(at: .zero, again: rest, sessions: 0)
    #expect(Self.refusal(&admission, at: 1_000) == nil)
    #expect(Self.refusal(&admission, at: 1_001) == "OVERLOADED lag_ms")
    #expect(admission.lagProbeFired(at: .zero + rest, sessions: 0) == .zero)
    // From now on the timer fires frequently again.
    let late = admission.lagProbeFired(at: Instant(microseconds: 555_000), sessions: 0)
    #expect(late == .milliseconds(5))
  }

  @Test("a server whose clock does not ring at all admits no session, not even a resumed one")
  func standstill() {
    var admission = SessionAdmission(limits: Self.limits)
    _ = admission.lagProbeFired(at: .zero, sessions: 0)
    #expect(Self.refusal(&admission, at: 550) == nil)
    #expect(Self.refusal(&admission, at: 551) == "OVERLOADED lag_ms")
    #expect(Self.refusal(&admission, isResumed: true, at: 550) == nil)
    #expect(Self.refusal(&admission, isResumed: true, at: 551) == "OVERLOADED lag_ms")
  }

  @Test("a refusal has a random retry delay of 1 to 10 s")
  func delays() throws {
    var admission = SessionAdmission(limits: Self.limits)
    var delays: Set<Duration> = []
    for _ in 0 ..< 50 {
      do throws(StreamError) {
        try admission.admit(
          SessionAdmission.Applicant(), beside: SessionAdmission.OpenSessions(sessions: 100),
          at: .zero)
      } catch {
        delays.insert(try #require(error.retryDelay))
      }
    }
    #expect(delays.count > 10)
    #expect(delays.allSatisfy { .seconds(1) ... .seconds(10) ~= $0 })
  }

  @Test("the last versions of each experience stay at hand; one in force again is the newest")
  func versions() throws {
    let definition = try #require(try BuiltInExperiences.definitions.first)
    func entry(_ index: Int, name: String = "a") throws -> ExperienceCatalog.Entry {
      var changed = definition
      changed.name = name
      changed.tabBar.height = 50 + Double(index)
      return try ExperienceCatalog.Entry(changed, origin: .file("test"))
    }
    var versions = ExperienceVersions()
    let entries = try (0 ..< 18).map { try entry($0) }
    for entry in entries[..<16] { versions.add(entry) }
    versions.add(entries[0])
    versions.add(try entry(0, name: "b"))
    versions.add(entries[16])
    let kept = entries.map { versions[$0.experience.digest] != nil }
    #expect(kept == [true, false] + Array(repeating: true, count: 15) + [false])
    #expect(versions[try entry(0, name: "b").experience.digest] != nil)
  }

  @Test("the current version is known, however many others came and went")
  func inForce() throws {
    let catalog = try ExperienceCatalog()
    let builtIn = try #require(catalog.all.first?.first)
    let others = try (0 ... ExperienceVersions.capacity(variants: 1)).map { index in
      var changed = builtIn.definition
      changed.tabBar.height = 60.1 + Double(index) / 100
      return try ExperienceCatalog.Entry(changed, origin: .file("test"))
    }
    for entry in others { catalog.replaceLoaded([.experience(entry)]) }
    catalog.replaceLoaded([])
    #expect(catalog.version(builtIn.experience.digest) != nil)
    #expect(catalog.experience(named: builtIn.experience.name) == builtIn.experience)
  }
}
