public import InteractionCore

/// The limits of admission.
@available(InteractionEngine 1.0, *)
public struct AdmissionLimits: Hashable, Sendable {
  /// The maximum number of open sessions.
  public var sessions = 20_000
  /// The share of ``sessions`` that is reserved for sessions that resume, 0 to 1.
  public var resumeShare = 0.1
  /// The share of ``sessions`` for sessions that were routed here by another session's key, 0 to 1.
  public var misroutedShare = 0.25
  /// The sustained rate of opening sessions, per second.
  public var opensPerSecond = 1_000
  /// The burst of opening sessions.
  public var openBurst = 2_000
  /// The share of ``openBurst`` that is reserved for sessions that resume, 0 to 1.
  public var resumeReserve = 0.2
  /// The maximum number of open sessions per user; sessions without a user are not limited.
  public var sessionsPerUser = 32
  /// The resident memory, in bytes, above which no new session is admitted; nil for no limit.
  public var memoryBytes: Int?
  /// The maximum bytes buffered for all clients: incomplete requests and unread responses. Above
  /// it, calls are ended.
  public var waitingBytes = 128 << 20
  /// The lag above which no new session is admitted, if it lasts half a second.
  public var lag = TimeSpan.milliseconds(100)
  /// The lag above which sessions that resume are not admitted either.
  public var resumeLag = TimeSpan.milliseconds(400)

  public init() {}
}
