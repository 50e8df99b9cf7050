public import InteractionCore

/// What a server takes on, each limit named once.
@available(InteractionEngine 1.0, *)
public struct AdmissionLimits: Hashable, Sendable {
  /// Sessions at once.
  public var sessions = 20_000
  /// The part of them that is kept for sessions that are resumed.
  public var resumeShare = 0.1
  /// The part of them that sessions may have which were routed by another's key.
  public var strayShare = 0.25
  /// Sessions that open per second, in the long run.
  public var opensPerSecond = 1_000
  /// Sessions that open at once.
  public var openBurst = 2_000
  /// The part of that burst that is kept for sessions that are resumed.
  public var resumeReserve = 0.2
  /// Sessions of one user at once; sessions without a user have no such limit.
  public var sessionsPerUser = 32
  /// Main memory of the process, bytes, above which no new session is taken on; nil for no limit.
  public var memoryBytes: Int?
  /// Bytes of all calls that wait for clients: requests that are not whole, answers that are not
  /// read. Over it, calls end.
  public var waitingBytes = 128 << 20
  /// How late the server may be with its work, for half a second, before it takes on no new
  /// session.
  public var lag = TimeSpan.milliseconds(100)
  /// How late it may be before it takes on no resumed one either.
  public var resumeLag = TimeSpan.milliseconds(400)

  public init() {}
}
