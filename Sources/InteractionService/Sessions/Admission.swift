public import InteractionCore

/// What a server takes on, each limit named once.
public struct AdmissionLimits: Hashable, Sendable {
  /// Sessions at once.
  public var sessions = 20_000
  /// Sessions that open per second, in the long run.
  public var opensPerSecond = 1_000
  /// Sessions that open at once.
  public var openBurst = 2_000
  /// The part of that burst that is kept for sessions that are resumed.
  public var resumeReserve = 0.2
  /// Sessions of one user at once; whoever names no user has no such limit.
  public var sessionsPerUser = 32
  /// Memory of the process, bytes, above which no new session is taken on; nil for no limit.
  public var memoryBytes: Int?
  /// How late the server may be with its work, for half a second, before it takes on no new session.
  public var lag = TimeSpan.milliseconds(100)
  /// How late it may be before it takes on no resumed one either.
  public var resumeLag = TimeSpan.milliseconds(400)

  public init() {}
}

/// Decides whether one more session is taken on. Sessions that are resumed come before new ones:
/// somebody is in the middle of something.
struct Admission: Sendable {
  private let limits: AdmissionLimits
  /// How many sessions may open now.
  private var allowance: Double
  private var last: Instant?
  /// The process's memory, as last measured, bytes.
  var memory = 0
  private var lag: EngineLag
  private var resumeLag: EngineLag
  private var ceiling = SessionCeiling()

  init(limits: AdmissionLimits) {
    self.limits = limits
    self.allowance = Double(limits.openBurst)
    self.lag = EngineLag(limit: limits.lag)
    self.resumeLag = EngineLag(limit: limits.resumeLag)
  }

  /// The clock rang by which it is known how late the server is. Returns how late, this time.
  mutating func clockRang(at now: Instant, sessions: Int) -> TimeSpan {
    self.resumeLag.rang(at: now)
    let lag = self.lag.rang(at: now)
    self.ceiling.update(
      isLate: self.lag.standing(at: now) != nil, sessions: sessions, at: now)
    return lag
  }

  /// Takes on one more session, or says why not.
  mutating func admit(
    isResumed: Bool, sessions: Int, ofUser: Int, at now: Instant
  ) throws(StreamError) {
    let burst = Double(self.limits.openBurst)
    let passed = self.last.map { max((now - $0).seconds, 0) } ?? 0
    self.last = now
    self.allowance = min(burst, self.allowance + passed * Double(self.limits.opensPerSecond))
    guard ofUser < self.limits.sessionsPerUser else {
      throw StreamError(
        .tooManySessions,
        "the user has \(ofUser) sessions open; at most \(self.limits.sessionsPerUser)",
        metadata: ["limit": "sessions_per_user"])
    }
    guard sessions < self.limits.sessions else {
      throw Self.overloaded(
        "sessions", "\(sessions) sessions are open; at most \(self.limits.sessions)")
    }
    if let limit = self.limits.memoryBytes, self.memory > limit, !isResumed {
      throw Self.overloaded(
        "memory", "the server uses \(self.memory >> 20) MiB; at most \(limit >> 20)")
    }
    let lag = isResumed ? self.resumeLag : self.lag
    if let time = lag.standing(at: now) {
      throw Self.overloaded(
        "lag_ms",
        "the server has been more than \(lag.limit.microseconds / 1_000) ms late for"
          + " \(time.microseconds / 1_000) ms")
    }
    guard isResumed || self.ceiling.allows(oneMoreThan: sessions) else {
      throw Self.overloaded(
        "lag_ms", "the server was late with more than \(sessions) sessions a moment ago")
    }
    let reserve = isResumed ? 0 : min(burst * self.limits.resumeReserve, burst - 1)
    guard self.allowance - reserve >= 1 else {
      throw Self.overloaded(
        "opens_per_second",
        "more than \(self.limits.opensPerSecond) sessions per second want to open")
    }
    self.allowance -= 1
  }

  private static func overloaded(_ limit: String, _ message: String) -> StreamError {
    // Everybody who is refused comes back at a moment of his own.
    var error = StreamError(
      .overloaded, message + "; try again after the delay, or another server",
      metadata: ["limit": limit])
    error.retryDelay = .milliseconds(Int64.random(in: 1_000 ... 10_000))
    return error
  }
}
