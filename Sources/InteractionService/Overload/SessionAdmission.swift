import InteractionCore
import InteractionStream
import InteractionWire

/// The admission control of sessions. Sessions that resume take precedence over new ones, since
/// their users are in the middle of something.
@available(InteractionEngine 1.0, *)
struct SessionAdmission: Sendable {
  private let limits: AdmissionLimits
  /// The remaining tokens of the opening rate.
  private var tokens: Double
  private var shares = NetworkShares()
  private var last: Instant?
  /// The memory pressure of the process.
  var memory = MemoryPressure()
  /// The lag of each probe: 0 for tasks, others for event loops.
  private var clocks: [Int: LagProbes] = [:]
  private var ceiling = AdaptiveSessionLimit()
  /// The server time until which a session is throttled; see ``SessionThrottle``.
  private var throttledUntil = Instant.zero

  init(limits: AdmissionLimits) {
    self.limits = limits
    self.tokens = Double(limits.openBurst)
  }

  /// A session that requests admission.
  struct Applicant: Hashable, Sendable {
    var isResumed = false
    /// A Boolean value that indicates whether a proxy routed it here by a key that is not its own.
    var isMisrouted = false
    /// The number of open sessions of its user.
    var ofUser = 0
    var network = PeerNetwork(of: "")
    /// A Boolean value that indicates whether it takes the place of an unused session.
    var replacesOther = false
  }

  /// The open sessions.
  struct OpenSessions: Hashable, Sendable {
    var sessions = 0
    /// The number of sessions that a proxy routed here by a key that is not their own.
    var misrouted = 0
  }

  /// A lag probe.
  private struct LagProbes: Sendable {
    var lag: LagProbe
    var resumeLag: LagProbe
    /// The lag at its last firing.
    var last = TimeSpan.zero
  }

  /// Records that a lag probe fired, and fires again after `interval`. Returns the largest recent
  /// lag of all probes.
  mutating func lagProbeFired(
    _ number: Int = 0, at now: Instant, queueDelay: TimeSpan = .zero,
    again interval: TimeSpan = LagProbe.interval, sessions: Int
  ) -> TimeSpan {
    var clock =
      self.clocks[number]
      ?? LagProbes(
        lag: LagProbe(limit: self.limits.lag), resumeLag: LagProbe(limit: self.limits.resumeLag))
    clock.resumeLag.fired(at: now, queueDelay: queueDelay, again: interval)
    clock.last = clock.lag.fired(at: now, queueDelay: queueDelay, again: interval)
    self.clocks[number] = clock
    // While a session is throttled, lag does not show that there are too many sessions.
    let isLate = self.standing(\.lag, at: now) != nil && now > self.throttledUntil
    self.ceiling.update(isLate: isLate, sessions: sessions, at: now)
    return self.clocks.values.reduce(.zero) { max($0, $1.last) }
  }

  /// Records that a session is throttled until a server time.
  mutating func noteThrottled(until time: Instant) {
    // The lag it causes lasts a little longer.
    self.throttledUntil = max(self.throttledUntil, time + LagProbe.sustainedTime)
  }

  /// Returns the longest time for which a probe has exceeded its limit; nil if it is short.
  private func standing(_ lag: KeyPath<LagProbes, LagProbe>, at now: Instant) -> TimeSpan? {
    self.clocks.values.compactMap { $0[keyPath: lag].lateFor(at: now) }.max()
  }

  /// Returns whether there is capacity for one more session.
  func hasPlace(for applicant: Applicant, beside present: OpenSessions) -> Bool {
    self.places(for: applicant) > present.sessions
      && (!applicant.isMisrouted || self.misroutedPlaces > present.misrouted)
  }

  /// Returns the capacity for a session; a part is reserved for sessions that resume.
  private func places(for applicant: Applicant) -> Int {
    let kept = Int(Double(self.limits.sessions) * self.limits.resumeShare)
    return self.limits.sessions - (applicant.isResumed ? 0 : kept)
  }

  private var misroutedPlaces: Int {
    max(Int(Double(self.limits.sessions) * self.limits.misroutedShare), 1)
  }

  /// Admits a session.
  ///
  /// - Throws: `OVERLOADED` or `TOO_MANY_SESSIONS`, with the limit that is reached.
  mutating func admit(
    _ applicant: Applicant, beside present: OpenSessions, at now: Instant
  ) throws(StreamError) {
    self.refill(at: now)
    let isResumed = applicant.isResumed
    guard applicant.ofUser < self.limits.sessionsPerUser else {
      throw StreamError(
        .tooManySessions,
        "the user has \(applicant.ofUser) open sessions; at most"
          + " \(self.limits.sessionsPerUser) are allowed",
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
        "the server's scheduling delay has exceeded \(limit.microseconds / 1_000) ms for"
          + " \(time.microseconds / 1_000) ms")
    }
    guard isResumed || self.ceiling.allows(oneMoreThan: present.sessions) else {
      throw Self.overloaded(
        "lag_ms", "the server was recently overloaded with more than \(present.sessions) sessions")
    }
    let burst = Double(self.limits.openBurst)
    let reserve = isResumed ? 0 : min(burst * self.limits.resumeReserve, burst - 1)
    try self.open(leaving: reserve, for: applicant.network, at: now)
  }

  private func full(for applicant: Applicant, beside present: OpenSessions) -> StreamError {
    if applicant.isMisrouted, self.places(for: applicant) > present.sessions {
      return Self.overloaded(
        "misrouted_sessions",
        "\(present.misrouted) open sessions were routed by the \(RoutingKey.header) of another session;"
          + " at most \(self.misroutedPlaces) are allowed: send the session's own key")
    }
    let kept = self.limits.sessions - self.places(for: applicant)
    let rest = kept > 0 ? ", \(kept) of them reserved for resumed sessions" : ""
    return Self.overloaded(
      "sessions",
      "\(present.sessions) sessions are open; at most \(self.limits.sessions) are allowed\(rest)")
  }

  /// Admits the takeover of an open session, which needs no further capacity.
  ///
  /// - Throws: `OVERLOADED` beyond the opening rate.
  mutating func takeOver(from network: PeerNetwork, at now: Instant) throws(StreamError) {
    self.refill(at: now)
    try self.open(leaving: 0, for: network, at: now)
  }

  private mutating func refill(at now: Instant) {
    let passed = self.last.map { max((now - $0).seconds, 0) } ?? 0
    self.last = now
    self.tokens = min(
      Double(self.limits.openBurst),
      self.tokens + passed * Double(self.limits.opensPerSecond))
  }

  /// - Parameter reserve: The number of tokens that must remain for others.
  private mutating func open(
    leaving reserve: Double, for network: PeerNetwork, at now: Instant
  ) throws(StreamError) {
    // While tokens are plentiful, networks are not limited to their share.
    let isShort = self.tokens < Double(self.limits.openBurst) / 2
    guard self.tokens - reserve >= 1,
      !isShort || !self.shares.isSpent(network, of: self.limits.opensPerSecond, at: now)
    else {
      throw Self.overloaded(
        "opens_per_second",
        "sessions open faster than \(self.limits.opensPerSecond) per second")
    }
    self.tokens -= 1
    self.shares.count(network, at: now)
  }

  static func overloaded(_ limit: String, _ message: String) -> StreamError {
    // Jitter, so that refused clients do not retry all at once.
    var error = StreamError(
      .overloaded, message + "; try again after the delay, or on another server",
      metadata: ["limit": limit])
    error.retryDelay = .milliseconds(Int64.random(in: 1_000 ... 10_000))
    return error
  }
}
