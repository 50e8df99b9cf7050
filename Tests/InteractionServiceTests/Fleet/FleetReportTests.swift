import InteractionCore
import InteractionFleet
import InteractionIdentity
import InteractionStream
import InteractionWire
import Logging
import Synchronization
import Testing

@testable import InteractionService

@Suite("Reports of other engines")
struct FleetReportTests {
  private let engine: Engine
  private let member: FleetEngine

  init() throws {
    self.engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    self.member = FleetEngine(self.engine, named: "e2", settlingTime: .seconds(15))
  }

  /// Opens a session.
  private func open(_ session: String, epoch: UInt64 = 0, user: String = "ada") -> LiveStream {
    let caller = Caller(kind: .anonymous, subject: "", roles: Set(Role.allCases))
    let stream = LiveStream(engine: self.engine, caller: caller) { _ in }
    var open = OpenFrame.sample()
    (open.sessionID, open.epoch, open.user) = (session, epoch, user)
    #expect(stream.receive(.open(open), costing: 0).reading == .proceed)
    return stream
  }

  private func claim(
    _ session: String, epoch: UInt64 = 0, user: String = "ada"
  ) -> ReportRecord.Claim {
    ReportRecord.Claim(session: session, user: user, epoch: epoch)
  }

  private func hear(
    _ claims: [ReportRecord.Claim], from engine: String = "e1"
  ) async -> ReportRecord {
    let report = ReportRecord(sessions: 1, places: 10, claims: claims, at: 1)
    return await self.member.exchange([engine: report], at: 2)
  }

  @Test("it reports its sessions, and claims those that belong to other engines")
  func claims() async {
    let sessions = (0 ..< 20).map { self.open("s-\($0)", user: "u-\($0)") }
    var report = await self.hear([])
    #expect(report.sessions == 20 && report.at == 2)
    #expect(report.places == self.engine.registry.maximumSessions)
    #expect(report.claims.isEmpty, "nothing is known of the others")
    await self.member.updateMembers(["e1", "e2"])
    report = await self.hear([])
    let ring = HashRing(["e1", "e2"])
    let away = self.engine.registry.entries().filter { ring.owner(of: $0.routingKey) == "e1" }
    #expect(Set(report.claims.map(\.session)) == Set(away.map(\.open.sessionID)))
    #expect(!away.isEmpty)
    for session in sessions { session.close(with: nil) }
  }

  @Test(
    "of one session on two engines the one with the lower epoch ends",
    arguments: [
      (5, "e1", true), (4, "e1", false), (3, "e1", false), (4, "e3", false), (3, "e3", false),
    ] as [(UInt64, String, Bool)])
  func superseded(epoch: UInt64, other: String, ends: Bool) async {
    let stream = self.open("s-1", epoch: 4)
    let report = await self.hear([self.claim("s-1", epoch: epoch)], from: other)
    #expect((stream.error?.reason == .superseded) == ends)
    // The claim must be reported to the other engine.
    if !ends { #expect(report.claims == [self.claim("s-1", epoch: 4)]) }
    stream.close(with: nil)
  }

  @Test("under one epoch both go on, and that is noticed once it lasts")
  func doubles() async {
    let stream = self.open("s-1", epoch: 4)
    var counts: [Int?] = []
    for claims in [[self.claim("s-1", epoch: 4)], [self.claim("s-1", epoch: 4)], []] {
      _ = await self.hear(claims)
      counts.append(self.member.state.withLock { $0.sameEpochClaims["s-1"] })
    }
    #expect(counts == [1, 2, nil] && stream.error == nil)
    stream.close(with: nil)
  }

  @Test("a name that another user has elsewhere is left to both")
  func foreign() async {
    let stream = self.open("s-1", user: "bob")
    let report = await self.hear([self.claim("s-1", epoch: 9), self.claim("s-2", epoch: 9)])
    #expect(stream.error == nil)
    #expect(report.claims == [self.claim("s-1", user: "bob")])
    stream.close(with: nil)
  }

  @Test("as many sessions are sent to another engine as it has room for")
  func rooms() {
    let ring = HashRing(["e1", "e2"])
    let sessions = (0 ..< 40).map { self.open("s-\($0)", user: "u-\($0)") }
    let away = self.engine.registry.entries().count { ring.owner(of: $0.routingKey) == "e1" }
    let found = [["e1": 0], ["e1": 3], [:]].map { rooms in
      self.engine.moveSessions(from: "e2", by: ring, within: rooms)
    }
    #expect(found.map(\.sent) == [0, 3, away] && found.map(\.left) == [away, away - 3, 0])
    for session in sessions { session.close(with: nil) }
  }
}
