import InteractionCore
import InteractionExperience
import InteractionIdentity
import InteractionWire
import Logging
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("The sessions of a server: who gets a name, and who keeps it")
struct SessionRegistryTests {
  private let engine: Engine
  private let registry: SessionRegistry
  private let experience: Experience

  init() throws {
    self.engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var limits = AdmissionLimits()
    limits.sessions = 2
    limits.resumeShare = 0
    self.experience = try #require(try BuiltInExperiences.named("home-refined"))
    self.registry = SessionRegistry(metrics: EngineMetrics(), limits: limits)
  }

  /// The holder of the requested session ID.
  enum Holder: CaseIterable {
    case none
    case noneAndFull
    case earlierEpoch
    case sameEpoch
    case laterEpoch
    case otherUser
  }

  @Test(
    "each holder of a name, for a session of epoch 5 and user `ada`",
    arguments: [
      (.none, nil, false), (.noneAndFull, .overloaded, false), (.earlierEpoch, nil, true),
      (.sameEpoch, nil, true), (.laterEpoch, .superseded, false),
      (.otherUser, .foreignSession, false),
    ] as [(Holder, StreamError.Reason?, Bool)])
  func enter(holder: Holder, expected: StreamError.Reason?, takesOver: Bool) throws {
    let old = self.stream()
    // The server is full if the ID is held: a takeover needs no free slot.
    _ = try self.registry.enter(self.stream(), as: self.entry("other", user: "ada"), at: .zero)
    switch holder {
    case .none: break
    case .noneAndFull: _ = try self.registry.enter(old, as: self.entry("third"), at: .zero)
    case .earlierEpoch: try self.hold(old, epoch: 4, user: "ada")
    case .sameEpoch: try self.hold(old, epoch: 5, user: "ada")
    case .laterEpoch: try self.hold(old, epoch: 6, user: "ada")
    case .otherUser: try self.hold(old, epoch: 4, user: "bob")
    }
    let new = self.stream()
    var reason: StreamError.Reason?
    var displaced: LiveStream?
    do throws(StreamError) {
      displaced = try self.registry.enter(
        new, as: self.entry("session", epoch: 5, user: "ada"), at: .zero
      ).superseded
    } catch {
      reason = error.reason
    }
    #expect(reason == expected)
    #expect((displaced === old) == takesOver && (displaced == nil) != takesOver)
    let present = self.registry.stream(named: "session")
    let keeps = expected == .superseded || expected == .foreignSession
    #expect(present === (expected == nil ? new : keeps ? old : nil))
    #expect(self.registry.count == 2)
  }

  @Test("a stream that lost its name does not take the name from its successor")
  func removal() throws {
    let (old, new) = (self.stream(), self.stream())
    let before = self.entry("a", epoch: 1, user: "ada")
    let after = self.entry("a", epoch: 2, user: "ada")
    _ = try self.registry.enter(old, as: before, at: .zero)
    _ = try self.registry.enter(new, as: after, at: .zero)
    #expect(self.registry.remove(old, as: before) == 1)
    #expect(self.registry.stream(named: "a") === new)
    #expect(self.registry.remove(new, as: after) == 0)
    #expect(self.registry.remove(new, as: after) == 0, "a second time")
    #expect(self.registry.stream(named: "a") == nil && self.registry.streams(of: "ada").isEmpty)
  }

  @Test("sessions that are opened anew again and again are openings like any other")
  func takeovers() throws {
    var limits = AdmissionLimits()
    (limits.openBurst, limits.opensPerSecond) = (3, 1)
    let registry = SessionRegistry(metrics: EngineMetrics(), limits: limits)
    let streams = (0 ..< 3).map { _ in self.stream() }
    for stream in streams { _ = try registry.enter(stream, as: self.entry("a"), at: .zero) }
    let error = #expect(throws: StreamError.self) {
      try registry.enter(self.stream(), as: self.entry("a"), at: .zero)
    }
    #expect(error?.metadata["limit"] == "opens_per_second" && error?.retryDelay != nil)
    #expect(registry.stream(named: "a") === streams[2], "it keeps the session")
    let later = try registry.enter(
      self.stream(), as: self.entry("a"), at: Instant(microseconds: 1_000_000))
    #expect(later.superseded === streams[2])
  }

  @Test("a session that a call has opened and not used gives its place to another")
  func unclaimed() throws {
    let (first, second) = (self.stream(), self.stream())
    for (name, stream) in [("first", first), ("second", second)] {
      _ = try self.registry.enter(stream, as: self.entry(name), at: .zero)
      self.registry.noteUnused(name, stream)
    }
    self.registry.noteUsed("first")
    let third = try self.registry.enter(self.stream(), as: self.entry("third"), at: .zero)
    #expect(third.unclaimed === second && third.superseded == nil)
    #expect(self.registry.streams().map(\.entry.open.sessionID) == ["first", "third"])
    #expect(throws: StreamError.self) {
      try self.registry.enter(self.stream(), as: self.entry("fourth"), at: .zero)
    }
  }

  @Test("a session that is refused takes no place from one that was not used")
  func refusedBesideUnclaimed() throws {
    var limits = AdmissionLimits()
    (limits.sessions, limits.resumeShare) = (2, 0)
    (limits.openBurst, limits.resumeReserve) = (2, 0)
    let registry = SessionRegistry(metrics: EngineMetrics(), limits: limits)
    for name in ["first", "second"] {
      let stream = self.stream()
      _ = try registry.enter(stream, as: self.entry(name), at: .zero)
      registry.noteUnused(name, stream)
    }
    let error = #expect(throws: StreamError.self) {
      try registry.enter(self.stream(), as: self.entry("third"), at: .zero)
    }
    #expect(error?.metadata["limit"] == "opens_per_second" && registry.count == 2)
  }

  @Test("one with another's key takes no place from those with their own, and these theirs first")
  func unclaimedMisrouted() throws {
    var limits = AdmissionLimits()
    (limits.sessions, limits.resumeShare, limits.misroutedShare) = (4, 0, 0.5)
    let registry = SessionRegistry(metrics: EngineMetrics(), limits: limits)
    for (session, key) in [
      ("a", nil), ("x", "eve"), ("b", nil), ("y", "eve"), ("z", "eve"), ("c", nil),
    ] {
      let stream = self.stream(key: key)
      let displaced = try registry.enter(stream, as: self.entry(session), at: .zero)
      #expect((displaced.unclaimed != nil) == ["z", "c"].contains(session))
      registry.noteUnused(session, stream)
    }
    #expect(registry.streams().map(\.entry.open.sessionID) == ["a", "b", "c", "z"])
  }

  @Test("unclaimed sessions are given up in order, and once")
  func unclaimedOrder() {
    var sessions = UnusedSessions()
    for number in 0 ..< 1_000 { sessions.insert("\(number)") }
    for number in 0 ..< 990 { sessions.remove("\(number)") }
    sessions.insert("990")
    let order = (0 ..< 11).map { _ in
      let oldest = sessions.oldest()
      if let oldest { sessions.remove(oldest) }
      return oldest
    }
    #expect(order == (991 ..< 1_000).map { "\($0)" } + ["990", nil])
  }

  @Test(
    "a checkpoint decides whose a name is that was opened by another meanwhile",
    arguments: [(false, false, false), (true, false, true), (true, true, false)])
  func squatted(isResumed: Bool, otherIsResumed: Bool, succeeds: Bool) throws {
    let squatter = self.stream()
    _ = try self.registry.enter(
      squatter, as: self.entry("a", user: "eve", isResumed: otherIsResumed), at: .zero)
    let owner = self.entry("a", user: "ada", isResumed: isResumed)
    let displaced = try? self.registry.enter(self.stream(), as: owner, at: .zero)
    #expect((displaced?.superseded === squatter) == succeeds && (displaced != nil) == succeeds)
  }

  @Test(
    "a key is a session's own, a variant of it, or another's",
    arguments: [
      (nil, false), ("ada", false), ("ada~1", false), ("ada~3", false), ("ada~4", true),
      ("eve", true), ("", true), ("ada~", true),
    ] as [(String?, Bool)])
  func misrouted(key: String?, isMisrouted: Bool) {
    #expect(self.entry("a", user: "ada").isMisrouted(with: key) == isMisrouted)
  }

  @Test("sessions are found by name, user, experience and any other condition, in order")
  func finding() throws {
    let (a, b) = (self.stream(), self.stream())
    _ = try self.registry.enter(b, as: self.entry("b", user: "ada"), at: .zero)
    _ = try self.registry.enter(a, as: self.entry("a", user: "ada"), at: .zero)
    #expect(self.registry.streams(of: "ada").map(\.session) == ["a", "b"])
    #expect(self.registry.streams(of: "").isEmpty && self.registry.streams(of: "bob").isEmpty)
    #expect(self.registry.streams { $0.open.sessionID == "b" }.map(\.stream).first === b)
    #expect(self.registry.streams().map(\.entry.open.sessionID) == ["a", "b"])
    #expect(self.registry.count(experience: "home-refined") == 2)
    self.registry.remove(b, as: self.entry("b", user: "ada"))
    #expect(self.registry.streams(of: "ada").map(\.session) == ["a"])
    #expect(self.registry.count(experience: "home-refined") == 1)
    self.registry.remove(a, as: self.entry("a", user: "ada"))
    #expect(self.registry.count(experience: "home-refined") == 0)
  }

  private func hold(_ stream: LiveStream, epoch: UInt64, user: String) throws {
    _ = try self.registry.enter(
      stream, as: self.entry("session", epoch: epoch, user: user), at: .zero)
  }

  private func stream(key: String? = nil) -> LiveStream {
    let caller = Caller(kind: .anonymous, subject: "", roles: Set(Role.allCases))
    return LiveStream(engine: self.engine, caller: caller, routingKey: key) { _ in }
  }

  private func entry(
    _ session: String, epoch: UInt64 = 0, user: String = "", isResumed: Bool = false
  ) -> SessionEntry {
    var open = OpenFrame.sample()
    (open.sessionID, open.epoch, open.user) = (session, epoch, user)
    return SessionEntry(
      open: open, experience: self.experience,
      substitutes: Substitutes(level: open.level, samplesSprings: false),
      outcome: isResumed ? .resumed(appliedEvent: 0) : .new, openedAt: .zero)
  }
}
