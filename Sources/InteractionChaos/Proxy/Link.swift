import NIOCore

/// A client's connection and the one that was made to the target for it.
///
/// Belongs to the event loop, as both sockets do. What waits is in the two lanes; this moves it.
final class Link {
  /// How far the connection is.
  enum Phase {
    /// The client is there, the target is asked. Can transition to: `open`, `cutting`, `closing`.
    case connecting
    /// Bytes pass. Can transition to: `cutting`, `closing`, `closed`.
    case open
    /// Nothing is done with it. Can transition to: `cutting`, `closing`, `closed`.
    case hanging
    /// Nothing is taken any more; the bytes before the cut are on their way. Can transition to:
    /// `closing`, `closed`.
    case cutting
    /// The sockets close. Can transition to: `closed`.
    case closing
    /// Both sockets are closed.
    case closed
  }

  let index: Int
  let admission: NewConnections
  let loop: any EventLoop
  let settings: ChaosSettings
  let log: ChaosLog
  let client: LinkEnd
  var target: LinkEnd?
  var phase: Phase
  var up: ByteLane
  var down: ByteLane
  /// Whether a connection attempt is under way, which may outlive the client.
  var isConnecting: Bool
  /// Set while bytes are moved, so that what channels report meanwhile is taken up afterwards.
  var isPumping = false
  var mustPumpAgain = false
  /// The next moment at which a lane has something to do.
  var wake: (at: NIODeadline, task: Scheduled<Void>)?
  /// The end of a wait for peers.
  var timeout: Scheduled<Void>?
  /// Connects it to the target; called once, if it is to be forwarded.
  var onActive: (() -> Void)?
  /// Called once, when both sockets are closed.
  var onClosed: (() -> Void)?

  init(
    index: Int, client: any Channel, admission: NewConnections, faults: ConnectionFaults,
    settings: ChaosSettings, log: ChaosLog
  ) {
    let now = NIODeadline.now()
    let stream = UInt64(truncatingIfNeeded: index) &* 2
    self.index = index
    self.admission = admission
    self.loop = client.eventLoop
    self.settings = settings
    self.log = log
    self.client = LinkEnd(side: .client, channel: client)
    self.up = ByteLane(faults.up, stream: stream, window: settings.windowBytes, at: now)
    self.down = ByteLane(faults.down, stream: stream &+ 1, window: settings.windowBytes, at: now)
    self.phase = admission == .hang ? .hanging : .connecting
    self.isConnecting = false
    if let cut = faults.cut { self[lane: cut.direction].arm(cut.how, after: cut.bytes) }
  }

  /// The bytes that wait in a direction.
  subscript(lane direction: Direction) -> ByteLane {
    get { direction == .up ? self.up : self.down }
    _modify { if direction == .up { yield &self.up } else { yield &self.down } }
  }

  /// The socket of a side; none while or if the target is not connected.
  subscript(end side: Side) -> LinkEnd? { side == .client ? self.client : self.target }

  /// The sockets that there are.
  var ends: [LinkEnd] { [self.client, self.target].compactMap { $0 } }

  /// Whether a socket takes part; one of an attempt to connect that was given up does not.
  func has(_ end: LinkEnd) -> Bool { self[end: end.side] === end }

  /// Does `task` later, on the event loop.
  func schedule(_ time: NIODeadline, _ task: @escaping () -> Void) -> Scheduled<Void> {
    self.loop.assumeIsolated().scheduleTask(deadline: time, task)
  }
}
