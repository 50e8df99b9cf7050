import InteractionCore
import InteractionStream
import InteractionWire

/// Decides whether one more session is taken on. Sessions that are resumed come before new ones:
/// their users are in the middle of something.
@available(InteractionEngine 1.0, *)
struct Admission: Sendable {
  private let limits: AdmissionLimits
  /// How many sessions may open now.
  private var allowance: Double
  private var shares = OpeningShares()
  private var last: Instant?
  /// How short of memory the server is.
  var memory = MemoryPressure()
  /// By which it is known how late the server is: one clock for tasks, and one for each event loop.
  private var clocks: [Int: Clock] = [:]
  private var ceiling = SessionCeiling()
  /// Until when a session is held back that costs too much; see ``WorkMeter``.
  private var heldBackUntil = Instant.zero

  init(limits: AdmissionLimits) {
    self.limits = limits
    self.allowance = Double(limits.openBurst)
  }

  /// A session that wants to be taken on.
  struct Applicant: Hashable, Sendable {
    var isResumed = false
    /// Whether a proxy chose this server by a key that is not the session's own.
    var isStray = false
    /// Open sessions of its user.
    var ofUser = 0
    var network = PeerNetwork(of: "")
    /// Whether another session gives it its place.
    var replacesOther = false
  }

  /// The sessions that are open.
  struct Present: Hashable, Sendable {
    var sessions = 0
    /// Those that a proxy sent here by a key that is not their own.
    var strays = 0
  }

  /// One of the clocks by which it is known how late the server is.
  private struct Clock: Sendable {
    var lag: EngineLag
    var resumeLag: EngineLag
    /// How late it was, the last time that it rang.
    var last = TimeSpan.zero
  }

  /// A clock rang, and does so again after `interval`. Returns how late the latest of all was, the
  /// last time.
  mutating func clockRang(
    _ number: Int = 0, at now: Instant, again interval: TimeSpan = EngineLag.interval, sessions: Int
  ) -> TimeSpan {
    var clock =
      self.clocks[number]
      ?? Clock(
        lag: EngineLag(limit: self.limits.lag), resumeLag: EngineLag(limit: self.limits.resumeLag))
    clock.resumeLag.rang(at: now, again: interval)
    clock.last = clock.lag.rang(at: now, again: interval)
    self.clocks[number] = clock
    // While one session costs too much, being late says nothing of how many are too many.
    let isLate = self.standing(\.lag, at: now) != nil && now > self.heldBackUntil
    self.ceiling.update(isLate: isLate, sessions: sessions, at: now)
    return self.clocks.values.reduce(.zero) { max($0, $1.last) }
  }

  /// A session costs too much, and is held back until then.
  mutating func noteHeldBack(until time: Instant) {
    // The server is late a little longer than the session goes on.
    self.heldBackUntil = max(self.heldBackUntil, time + EngineLag.patience)
  }

  /// For how long the latest clock has been too late; nil if not for long.
  private func standing(_ lag: KeyPath<Clock, EngineLag>, at now: Instant) -> TimeSpan? {
    self.clocks.values.compactMap { $0[keyPath: lag].standing(at: now) }.max()
  }

  /// Whether there is a place for one more session.
  func hasPlace(for applicant: Applicant, beside present: Present) -> Bool {
    self.places(for: applicant) > present.sessions
      && (!applicant.isStray || self.strayPlaces > present.strays)
  }

  /// Places of all sessions, some of which are kept for resumed ones.
  private func places(for applicant: Applicant) -> Int {
    let kept = Int(Double(self.limits.sessions) * self.limits.resumeShare)
    return self.limits.sessions - (applicant.isResumed ? 0 : kept)
  }

  private var strayPlaces: Int {
    max(Int(Double(self.limits.sessions) * self.limits.strayShare), 1)
  }

  /// Takes on one more session, or says why not.
  mutating func admit(
    _ applicant: Applicant, beside present: Present, at now: Instant
  ) throws(StreamError) {
    self.refill(at: now)
    let isResumed = applicant.isResumed
    guard applicant.ofUser < self.limits.sessionsPerUser else {
      throw StreamError(
        .tooManySessions,
        "the user has \(applicant.ofUser) sessions open; at most \(self.limits.sessionsPerUser)",
        metadata: ["limit": "sessions_per_user"])
    }
    guard applicant.replacesOther || self.hasPlace(for: applicant, beside: present) else {
      throw self.full(for: applicant, beside: present)
    }
    guard self.memory.level < (isResumed ? .resumedSessions : .newSessions) else {
      throw Self.overloaded("memory", self.memory.message)
    }
    if let time = self.standing(isResumed ? \.resumeLag : \.lag, at: now) {
      let limit = isResumed ? self.limits.resumeLag : self.limits.lag
      throw Self.overloaded(
        "lag_ms",
        "the server has been more than \(limit.microseconds / 1_000) ms late for"
          + " \(time.microseconds / 1_000) ms")
    }
    guard isResumed || self.ceiling.allows(oneMoreThan: present.sessions) else {
      throw Self.overloaded(
        "lag_ms", "the server was late with more than \(present.sessions) sessions a moment ago")
    }
    let burst = Double(self.limits.openBurst)
    let reserve = isResumed ? 0 : min(burst * self.limits.resumeReserve, burst - 1)
    try self.open(leaving: reserve, for: applicant.network, at: now)
  }

  private func full(for applicant: Applicant, beside present: Present) -> StreamError {
    if applicant.isStray, self.places(for: applicant) > present.sessions {
      return Self.overloaded(
        "stray_sessions",
        "\(present.strays) sessions are open that were routed by another's \(RoutingKey.header); at"
          + " most \(self.strayPlaces): send your own")
    }
    let kept = self.limits.sessions - self.places(for: applicant)
    let rest = kept > 0 ? ", \(kept) of which are kept for sessions that resume" : ""
    return Self.overloaded(
      "sessions", "\(present.sessions) sessions are open; at most \(self.limits.sessions)\(rest)")
  }

  /// Lets a stream take over an open session, which needs no place of its own, or says why not.
  mutating func takeOver(from network: PeerNetwork, at now: Instant) throws(StreamError) {
    self.refill(at: now)
    try self.open(leaving: 0, for: network, at: now)
  }

  private mutating func refill(at now: Instant) {
    let passed = self.last.map { max((now - $0).seconds, 0) } ?? 0
    self.last = now
    self.allowance = min(
      Double(self.limits.openBurst),
      self.allowance + passed * Double(self.limits.opensPerSecond))
  }

  /// - Parameter reserve: What others may still open then.
  private mutating func open(
    leaving reserve: Double, for network: PeerNetwork, at now: Instant
  ) throws(StreamError) {
    // While there is plenty, no network is held to its part.
    let isShort = self.allowance < Double(self.limits.openBurst) / 2
    guard self.allowance - reserve >= 1,
      !isShort || !self.shares.isSpent(network, of: self.limits.opensPerSecond, at: now)
    else {
      throw Self.overloaded(
        "opens_per_second",
        "more than \(self.limits.opensPerSecond) sessions per second want to open")
    }
    self.allowance -= 1
    self.shares.count(network, at: now)
  }

  static func overloaded(_ limit: String, _ message: String) -> StreamError {
    // Each client that is refused comes back at a moment of its own.
    var error = StreamError(
      .overloaded, message + "; try again after the delay, or another server",
      metadata: ["limit": limit])
    error.retryDelay = .milliseconds(Int64.random(in: 1_000 ... 10_000))
    return error
  }
}
