import InteractionCore
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Limits: how many sessions an engine keeps up with")
struct AdaptiveSessionLimitTests {
  private var ceiling = AdaptiveSessionLimit()

  private func at(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }

  /// The maximum number of sessions, 0 to 10,000.
  private var most: Int {
    (0 ... 10_000).last { self.ceiling.allows(oneMoreThan: $0) } ?? -1
  }

  @Test("there is none before the engine falls behind")
  mutating func none() {
    self.ceiling.update(isLate: false, sessions: 5_000, at: self.at(0))
    #expect(self.most == 10_000)
  }

  @Test("falling behind lowers it below what was too much, and again once those too many are gone")
  mutating func cuts() {
    self.ceiling.update(isLate: true, sessions: 1_000, at: self.at(1_000))
    #expect(self.most == 949)
    self.ceiling.update(isLate: true, sessions: 1_000, at: self.at(1_499))
    #expect(self.most == 949)
    self.ceiling.update(isLate: true, sessions: 1_000, at: self.at(1_500))
    #expect(self.most == 949)
    self.ceiling.update(isLate: true, sessions: 940, at: self.at(1_500))
    #expect(self.most == 892)
    self.ceiling.update(isLate: true, sessions: 400, at: self.at(1_999))
    #expect(self.most == 892)
    self.ceiling.update(isLate: true, sessions: 400, at: self.at(2_000))
    #expect(self.most == 379)
  }

  @Test("it rises by 3 % in a second, however often one looks, and is forgotten after ten")
  mutating func rises() {
    self.ceiling.update(isLate: true, sessions: 1_000, at: self.at(0))
    for ms in stride(from: Int64(50), through: 1_000, by: 50) {
      self.ceiling.update(isLate: false, sessions: 900, at: self.at(ms))
    }
    #expect(self.most == 978)
    self.ceiling.update(isLate: false, sessions: 900, at: self.at(10_000))
    #expect(self.most == 1_276)
    self.ceiling.update(isLate: false, sessions: 900, at: self.at(10_001))
    #expect(self.most == 10_000)
  }

  @Test("admission goes by it, but for sessions that are resumed")
  func admission() throws {
    var admission = SessionAdmission(limits: AdmissionLimits())
    for ms in [0, 1_000, 1_050] as [Int64] {
      _ = admission.lagProbeFired(at: self.at(ms), sessions: 100)
    }
    // The lag is over, and the maximum is 95 sessions.
    try admission.admit(
      SessionAdmission.Applicant(isResumed: false),
      beside: SessionAdmission.OpenSessions(sessions: 94),
      at: self.at(1_050))
    try admission.admit(
      SessionAdmission.Applicant(isResumed: true),
      beside: SessionAdmission.OpenSessions(sessions: 99),
      at: self.at(1_050))
    #expect(throws: StreamError.self) {
      try admission.admit(
        SessionAdmission.Applicant(isResumed: false),
        beside: SessionAdmission.OpenSessions(sessions: 96),
        at: self.at(1_050))
    }
  }
}
