public import InteractionCore

/// What the engine puts up with on one stream, each limit named once.
@available(InteractionEngine 1.0, *)
public struct StreamLimits: Hashable, Sendable {
  /// How long a client may take to send its `open`.
  public var openTimeout = TimeSpan.seconds(5)
  /// How often a client has to send something.
  public var heartbeatInterval = TimeSpan.seconds(10)
  /// How many intervals of silence end the session.
  public var lostHeartbeats = 3
  /// How long a session may go without an event.
  public var idleTimeout = TimeSpan.seconds(30 * 60)
  /// The longest that an applied event stays unacknowledged.
  public var ackDelay = TimeSpan.milliseconds(100)
  /// Acknowledgements alone leave at intervals of this time, so that those of many sessions leave
  /// together and wake a thread once.
  static let ackGrid = TimeSpan.milliseconds(20)
  /// Among how many moments of an interval the sessions are divided: if all of them were served in
  /// the same one, directives would wait meanwhile.
  static let ackPhases: Int64 = 10
  /// The most applied events that stay unacknowledged.
  public var ackEvents: UInt64 = 32
  /// How long past a deadline the server waits for the client's tick before it makes its own (S5).
  public var tickGrace = TimeSpan.seconds(2)
  /// Malformed events within ``malformedWindow`` that end the stream.
  public var malformedEvents = 10
  /// The window for ``malformedEvents``.
  public var malformedWindow = TimeSpan.seconds(10)
  /// Largest request frame, bytes.
  public var frameBytes = 64 * 1024
  /// Largest experience that is handed to a client, bytes.
  public var definitionBytes = 64 * 1024
  /// Response frames that may wait for a client that does not read.
  public var queuedFrames = 256
  /// Bytes of them that may wait.
  public var queuedBytes = 256 * 1024
  /// Directives that the events of one frame may lead to.
  public var frameDirectives = 8_192
  /// How long the end of a stream waits for a client that does not read.
  public var endGrace = TimeSpan.seconds(2)
  /// How long a backend's command waits for the client to say that it has applied it.
  public var commandWait = TimeSpan.seconds(1)

  /// Directives that may be unacknowledged before newer ones wait.
  public var unacknowledgedDirectives = 256
  /// Bytes of them.
  public var unacknowledgedBytes = 256 * 1024
  /// Directives that may wait; more end the stream.
  public var waitingDirectives = 128
  /// How many have to wait before those that newer ones make pointless are left out.
  public var conflatedAbove = 32
  /// Directives after which the client owes an acknowledgement.
  public var owedDirectives = 32
  /// The longest that a client may owe one, or let something wait, without acknowledging anything.
  public var stallTimeout = TimeSpan.seconds(5)
  /// Events per second of session time, in the long run.
  public var eventsPerSecond = 240
  /// Events at once.
  public var eventBurst = 480
  /// How long a client may send more than that.
  public var eventOverrun = TimeSpan.seconds(5)
  /// What a session may cost per second of server time, in the long run, in movements: a movement
  /// 1, any other event 16, a newer token 512, a frame 2 more and 1 for every 256 bytes. Over it,
  /// frames are read later.
  public var workPerSecond = 16_000
  /// What it may cost at once.
  public var workBurst = 32_000
  /// How long a single call may wait for its turn if calls of its session cost more.
  public var workWait = TimeSpan.seconds(10)
  /// Events between two checkpoints.
  public var checkpointEvents: UInt64 = 64
  /// The longest that an applied event stays outside of a checkpoint.
  public var checkpointDelay = TimeSpan.milliseconds(250)
  /// The longest that a client goes without a fresh checkpoint while nothing happens.
  public var checkpointIdle = TimeSpan.seconds(60)
  /// How long a resumed session may take to catch up with its client; longer than a client may be
  /// silent, so that a slow client loses nothing by it.
  public var catchUpTimeout = TimeSpan.seconds(60)
  /// How long before a client's token expires it is asked for a newer one.
  public var expiryWarning = TimeSpan.seconds(60)
  /// How long the stream goes on after it has expired.
  public var expiryGrace = TimeSpan.seconds(25)

  public init() {}
}

@available(InteractionEngine 1.0, *)
extension StreamLimits {
  /// When an event that is applied now is acknowledged at the latest.
  ///
  /// - Parameter opening: When its session opened, which divides the sessions by chance.
  func latestAck(at now: Instant, openedAt opening: Instant) -> Instant {
    let latest = now + self.ackDelay
    let grid = Self.ackGrid.microseconds
    guard self.ackDelay > Self.ackGrid else { return latest }
    let step = grid / Self.ackPhases
    let phase = opening.microseconds % grid / step * step
    return Instant(microseconds: latest.microseconds - (latest.microseconds - phase) % grid)
  }
}
