public import InteractionCore

/// What the engine puts up with on one stream, each limit named once.
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

  public init() {}
}
