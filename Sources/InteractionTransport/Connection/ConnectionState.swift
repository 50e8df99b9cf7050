import NIOCore

/// What a connection may do and what it has done: budgets, turn, windows and calls.
///
/// A value: it decides what becomes of each frame, and ``ConnectionHandler`` carries that out. It
/// keeps from the HTTP/2 handler what that one does not bound:
///
/// - PINGs are answered here. grpc-go clients send one for every DATA frame that they receive, to
///   estimate bandwidth, and the HTTP/2 handler closes a connection after 200 control frames in 30
///   s, which such a client reaches after about 200 messages. Those over the budget are passed on,
///   and then the HTTP/2 handler's limit holds.
/// - RST_STREAMs go to their calls from here, and those for calls that are over are dropped: the
///   HTTP/2 handler takes 200 in 30 s for an attack, and a proxy sends one for each client that
///   goes away.
/// - RST_STREAMs for calls that have had no message yet end the connection over a budget of their
///   own, to which each other call adds: opening calls costs the engine more than the client.
/// - DATA and WINDOW_UPDATEs for calls that are over are dropped, since the HTTP/2 handler
///   remembers only the last 32 that were reset, and ends the connection for others.
/// - WINDOW_UPDATEs, DATA for calls that are over, GOAWAYs and frames of unknown kinds over their
///   budgets end the connection, and so do SETTINGS of very many settings: the HTTP/2 handler does
///   not count them.
/// - The DATA of some calls bypasses the HTTP/2 handler, in both directions: most frames of an
///   engine are such, and cost more there than what is in them. That handler knows nothing of what
///   bypasses it, so what follows END_STREAM is refused here (RFC 9113 §5.1), and the windows are
///   kept here (§5.2): those of these calls alone, and the connection's for both. What the client
///   gives back of the connection's window for what was sent here is not told to the HTTP/2
///   handler, and what that one sends waits where it would be too much for the client.
/// - The server's settings hold from the client's first frame on: until they are acknowledged, the
///   HTTP/2 handler would end the connection at the 101st call at once, and a proxy opens more than
///   those before it hears anything (RFC 9113 §6.5.2 has no limit until then).
/// - Calls tell what they hold of messages that are not complete, which is bounded.
struct ConnectionState: Hashable {
  enum Phase: Hashable {
    /// Can transition to: ``failed``, ``refused``.
    case open
    /// The HTTP/2 handler has said that the connection ends with an error.
    ///
    /// Can transition to: ``refused``.
    case failed
    /// The connection was ended here, with a GOAWAY.
    case refused
  }

  private(set) var phase = Phase.open
  var settlement = Settlement.awaited
  var clock: ConnectionClock
  var turn = ConnectionTurn()
  var budgets: ConnectionBudgets
  var windows = ConnectionWindows()
  var resets = ResetLog()
  var calls = StreamMap<CallEntry>()
  /// The newest stream, and the newest whose HEADERS the HTTP/2 handler has seen: the call of that
  /// one is known if it is not over.
  var newestStream: UInt32 = 0
  var newestBegun: UInt32 = 0
  /// Between HEADERS and the end of their block nothing else may come; the HTTP/2 handler sees to
  /// it.
  var isInHeaderBlock = false
  /// Calls that take their DATA from the end of this read on, and calls that wait for room.
  var starting: [UInt32] = []
  var waiting: [UInt32] = []
  private var working = 0
  private var unfinished = 0

  let longestSettings: Int
  private let workLimit: Int
  private let unfinishedLimit: Int

  init(_ limits: ConnectionLimits = ConnectionLimits(), at now: NIODeadline) {
    self.clock = ConnectionClock(limits: limits)
    self.budgets = ConnectionBudgets(limits, at: now)
    self.longestSettings = limits.settings * FrameHeader.settingLength
    self.workLimit = limits.concurrentCalls
    self.unfinishedLimit = limits.unfinishedBytes
  }

  /// The connection ends here; false if it has ended before.
  mutating func refuse() -> Bool {
    defer { self.phase = .refused }
    return self.phase != .refused
  }

  /// The HTTP/2 handler ends the connection with an error.
  mutating func fail() {
    if self.phase == .open { self.phase = .failed }
  }

  // MARK: Calls

  /// - Parameter mayBypass: Whether the call's DATA may bypass the HTTP/2 handler.
  mutating func callBegan(_ stream: UInt32, mayBypass: Bool = false) {
    let bypass = mayBypass ? CallEntry.Bypass(sendWindow: self.windows.initial) : nil
    self.calls.insert(CallEntry(bypass: bypass), for: stream)
    self.clock.callBegan()
  }

  /// A call has had its first message, or its end.
  mutating func callServed(_ stream: UInt32) {
    guard let index = self.calls.index(of: stream), !self.calls.elements[index].isServed else {
      return
    }
    self.calls.elements[index].isServed = true
    self.budgets.callServed()
  }

  /// A call ends since its client has broken a rule. To bring that about at once costs a client as
  /// little as to reset the call; false if this client has done so too often.
  mutating func callFailed(_ stream: UInt32, at now: @autoclosure () -> NIODeadline) -> Bool {
    guard let call = self.calls[stream], !call.isServed else { return true }
    return self.budgets.earlyResets.spend(at: now())
  }

  /// A call is over for both sides.
  mutating func callEnded(_ stream: UInt32) {
    self.endBypass(of: stream)
    self.calls.remove(stream)
    self.budgets.callEnded()
    self.clock.callEnded()
  }

  /// Begins to work on a call; false if that is one too many.
  mutating func admitWork() -> Bool {
    guard self.working < self.workLimit else { return false }
    self.working += 1
    return true
  }

  /// A call has been worked on.
  mutating func workEnded() {
    self.working -= 1
  }

  /// A call holds more, or less, of a message that is not complete; false if that is too much.
  mutating func admit(unfinished bytes: Int) -> Bool {
    self.unfinished += bytes
    return bytes <= 0 || self.unfinished <= self.unfinishedLimit
  }
}
