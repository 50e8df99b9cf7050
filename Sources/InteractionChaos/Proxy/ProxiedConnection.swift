import NIOCore

/// A client's connection with the connection to the target.
///
/// Confined to the event loop of both sockets. The two directions queue the bytes; this forwards
/// them.
final class ProxiedConnection {
  /// The phase of the connection.
  enum Phase {
    /// The target is being connected. Can transition to: `open`, `cutting`, `closing`.
    case connecting
    /// Bytes are forwarded. Can transition to: `cutting`, `closing`, `closed`.
    case open
    /// The connection hangs: nothing is read or sent. Can transition to: `cutting`, `closing`,
    /// `closed`.
    case hanging
    /// Bytes before the cut are being delivered; new ones are discarded. Can transition to:
    /// `closing`, `closed`.
    case cutting
    /// The sockets are closing. Can transition to: `closed`.
    case closing
    /// Both sockets are closed.
    case closed
  }

  let index: Int
  let admission: AcceptPolicy
  let loop: any EventLoop
  let settings: ChaosSettings
  let log: ChaosLog
  let client: ProxySocket
  var target: ProxySocket?
  var phase: Phase
  var up: ProxyDirection
  var down: ProxyDirection
  /// True during an attempt to connect, which may outlive the client.
  var isConnecting: Bool
  /// True while bytes are forwarded, so that events in the meantime do not recurse.
  var isPumping = false
  /// True if such an event occurred: forwarding is repeated.
  var needsAnotherPass = false
  /// The timer for the next release time.
  var wake: (at: NIODeadline, task: Scheduled<Void>)?
  /// The timeout of a wait for the peers.
  var timeout: Scheduled<Void>?
  /// Connects to the target; called once, unless the connection is not to be forwarded.
  var onActive: (() -> Void)?
  /// Called once, when both sockets are closed.
  var onClosed: (() -> Void)?

  init(
    index: Int, client: any Channel, admission: AcceptPolicy, faults: ConnectionFaults,
    settings: ChaosSettings, log: ChaosLog
  ) {
    let now = NIODeadline.now()
    let stream = UInt64(truncatingIfNeeded: index) &* 2
    self.index = index
    self.admission = admission
    self.loop = client.eventLoop
    self.settings = settings
    self.log = log
    self.client = ProxySocket(side: .client, channel: client)
    self.up = ProxyDirection(faults.up, stream: stream, window: settings.windowBytes, at: now)
    self.down = ProxyDirection(
      faults.down, stream: stream &+ 1, window: settings.windowBytes, at: now)
    self.phase = admission == .hang ? .hanging : .connecting
    self.isConnecting = false
    if let cut = faults.cut { self[lane: cut.direction].setCut(cut.end, after: cut.bytes) }
  }

  /// The queue of a direction.
  subscript(lane direction: ProxyFlow) -> ProxyDirection {
    get { direction == .up ? self.up : self.down }
    _modify { if direction == .up { yield &self.up } else { yield &self.down } }
  }

  /// The socket of a side; nil unless it is connected.
  subscript(end side: ProxyPeer) -> ProxySocket? { side == .client ? self.client : self.target }

  /// The sockets that are connected.
  var ends: [ProxySocket] { [self.client, self.target].compactMap { $0 } }

  /// Returns false for the socket of an abandoned attempt to connect.
  func isAttached(_ end: ProxySocket) -> Bool { self[end: end.side] === end }

  /// Schedules `task` on the event loop.
  func schedule(_ time: NIODeadline, _ task: @escaping () -> Void) -> Scheduled<Void> {
    self.loop.assumeIsolated().scheduleTask(deadline: time, task)
  }
}
