public import InteractionCore

/// The limits of a stream.
@available(InteractionEngine 1.0, *)
public struct StreamLimits: Hashable, Sendable {
  /// The maximum time until a client's `open`.
  public var openTimeout = TimeSpan.seconds(5)
  /// The interval at which a client must send something.
  public var heartbeatInterval = TimeSpan.seconds(10)
  /// The number of silent intervals that end the session.
  public var lostHeartbeats = 3
  /// The maximum time without an event.
  public var idleTimeout = TimeSpan.seconds(30 * 60)
  /// The maximum time until an applied event is acknowledged.
  public var ackDelay = TimeSpan.milliseconds(100)
  /// The granularity of acknowledgement timers: those of many sessions are coalesced.
  static let ackGrid = TimeSpan.milliseconds(20)
  /// The number of phases per ``ackGrid`` over which sessions are spread, since serving all of them
  /// at once would delay directives.
  static let ackPhases: Int64 = 10
  /// The maximum number of applied events without an acknowledgement.
  public var ackEvents: UInt64 = 32
  /// The time after a session's deadline that the server waits for the client's tick before it
  /// makes its own (S5).
  public var tickGrace = TimeSpan.seconds(2)
  /// The number of malformed events within ``malformedWindow`` that end the stream.
  public var malformedEvents = 10
  /// The window for ``malformedEvents``.
  public var malformedWindow = TimeSpan.seconds(10)
  /// The maximum size of a request frame, in bytes.
  public var frameBytes = 64 * 1024
  /// The maximum size of an experience definition sent to a client, in bytes.
  public var definitionBytes = 64 * 1024
  /// The maximum number of response frames queued for a client that does not read.
  public var queuedFrames = 256
  /// The maximum size of queued response frames, in bytes.
  public var queuedBytes = 256 * 1024
  /// The maximum number of directives that the events of one frame may lead to.
  public var frameDirectives = 8_192
  /// The maximum time that the end of a stream waits for a client that does not read.
  public var endTimeout = TimeSpan.seconds(2)
  /// The maximum time that a backend's command waits for the client's acknowledgement.
  public var commandTimeout = TimeSpan.seconds(1)

  /// The number of unacknowledged directives at which newer ones wait.
  public var unacknowledgedDirectives = 256
  /// The size of unacknowledged directives at which newer ones wait, in bytes.
  public var unacknowledgedBytes = 256 * 1024
  /// The maximum number of waiting directives; more end the stream.
  public var waitingDirectives = 128
  /// The number of waiting directives from which superseded ones are conflated.
  public var conflatedAbove = 32
  /// The number of unacknowledged directives above which an acknowledgement is overdue.
  public var overdueDirectives = 32
  /// The maximum time that an acknowledgement may be overdue, or directives may wait, without any
  /// acknowledgement.
  public var stallTimeout = TimeSpan.seconds(5)
  /// The sustained rate of events, per second of session time.
  public var eventsPerSecond = 240
  /// The burst of events.
  public var eventBurst = 480
  /// The maximum time that a client may exceed the event rate.
  public var eventOverrun = TimeSpan.seconds(5)
  /// The sustained cost of a session per second of server time, in movements: a movement costs 1,
  /// any other event 16, a refreshed token 512, and a frame 2 more plus 1 per 256 bytes. Beyond it,
  /// reading is throttled.
  public var workPerSecond = 16_000
  /// The burst of cost, in movements.
  public var workBurst = 32_000
  /// The maximum time that a unary call is throttled, since calls of its session cost too much.
  public var maximumThrottle = TimeSpan.seconds(10)
  /// The number of events between two checkpoints.
  public var checkpointEvents: UInt64 = 64
  /// The maximum time until an applied event is in a checkpoint.
  public var checkpointDelay = TimeSpan.milliseconds(250)
  /// The maximum age of a client's checkpoint while the session is idle.
  public var checkpointIdle = TimeSpan.seconds(60)
  /// The maximum time for a resumed session to catch up with its client; longer than a client may
  /// be silent, so that slow clients succeed.
  public var catchUpTimeout = TimeSpan.seconds(60)
  /// The time before a token's expiry at which the client is asked to refresh it.
  public var expiryWarning = TimeSpan.seconds(60)
  /// The time that the stream continues after the token's expiry.
  public var expiryGrace = TimeSpan.seconds(25)

  public init() {}
}

@available(InteractionEngine 1.0, *)
extension StreamLimits {
  /// Returns the latest server time at which an event that is applied now is acknowledged.
  ///
  /// - Parameter opening: The server time at which the session opened, which determines its phase.
  func latestAck(at now: Instant, openedAt opening: Instant) -> Instant {
    let latest = now + self.ackDelay
    let grid = Self.ackGrid.microseconds
    guard self.ackDelay > Self.ackGrid else { return latest }
    let step = grid / Self.ackPhases
    let phase = opening.microseconds % grid / step * step
    return Instant(microseconds: latest.microseconds - (latest.microseconds - phase) % grid)
  }
}
