import DequeModule
import NIOCore

/// What a connection may do and what it has done: budgets, turn, windows and calls.
///
/// A value: it decides what becomes of each frame, and ``ConnectionHandler`` carries that out.
///
/// `Interact` is served without grpc-swift. With the first other call NIO's HTTP/2 handler and
/// grpc-swift's handlers are added. They get those calls' frames, and each frame that is malformed,
/// for which the HTTP/2 handler has an error. They know nothing of `Interact`, so what concerns all
/// calls is decided here:
///
/// - Settings: those of the server hold from the client's first frame on, since a proxy opens calls
///   before it hears anything.
/// - Headers: a block may refer to those before it, so all are read here, and written anew for the
///   HTTP/2 handler.
/// - Windows (RFC 9113 §5.2): those of `Interact`, and the connection's for all calls. What the
///   client gives back of that for `Interact` is not told to the HTTP/2 handler, and DATA of that
///   handler waits where it would be too much for the client.
/// - PINGs: grpc-go clients send one for every DATA frame that they receive, to estimate bandwidth.
/// - The connection's end (§6.8): ``Goodbye``.
///
/// Every frame that costs the engine something has a budget, over which it ends the connection:
///
/// - RST_STREAMs for calls that have had no message yet, to which each other call adds: opening
///   calls costs the engine more than the client.
/// - What comes for calls that are over, which is dropped: the HTTP/2 handler remembers only the
///   last 32 that were reset, and a proxy sends a RST_STREAM for each client that goes away.
/// - What calls hold of messages that are not complete.
struct ConnectionState: Hashable {
  enum Phase: Hashable {
    /// Can transition to: ``failed``, ``ended``.
    case open
    /// The HTTP/2 handler has said that the connection ends with an error.
    ///
    /// Can transition to: ``ended``.
    case failed
    /// Nothing more is read: the connection was ended here, with a GOAWAY, or is closed.
    case ended
  }

  private(set) var phase = Phase.open
  var settlement = Settlement.awaited
  var client = ClientSettings()
  var goodbye = Goodbye.unsaid
  /// Whether NIO's HTTP/2 handler and grpc-swift's handlers are there.
  var isHandedOver = false
  var clock: ConnectionClock
  var turn = ConnectionTurn()
  var budgets: ConnectionBudgets
  var windows = ConnectionWindows()
  var resets = ResetLog()
  var calls = StreamMap<CallEntry>()
  var newestStream: UInt32 = 0
  /// The stream whose header block has begun: nothing but the rest of that may come.
  var openBlock: UInt32?
  /// Streams that wait for room on the connection, in order; some have ended since.
  var waiting: Deque<UInt32> = []
  /// Streams whose request goes on though their call has ended: a RST_STREAM is owed.
  var owedResets: Set<UInt32> = []
  /// How often the client has made room, by which it is known that it reads.
  var windowUpdates: UInt64 = 0
  private var working = 0
  private var unfinished = 0
  private var unread = 0

  let longestSettings: Int
  let callLimit: Int
  private let workLimit: Int
  private let unfinishedLimit: Int
  private let unreadLimit: Int
  private let heldLimit: Int

  init(_ limits: ConnectionLimits = ConnectionLimits(), at now: NIODeadline) {
    self.clock = ConnectionClock(limits: limits)
    self.budgets = ConnectionBudgets(limits, at: now)
    self.longestSettings = limits.settings * FrameHeader.settingLength
    self.callLimit = limits.concurrentStreams
    self.workLimit = limits.concurrentCalls
    self.unfinishedLimit = limits.unfinishedBytes
    self.unreadLimit = limits.unreadBytes
    self.heldLimit = limits.heldBytes
  }

  /// The connection ends; false if it has ended before.
  mutating func end() -> Bool {
    defer { self.phase = .ended }
    return self.phase != .ended
  }

  /// The HTTP/2 handler ends the connection with an error.
  mutating func fail() {
    if self.phase == .open { self.phase = .failed }
  }

  // MARK: Calls

  /// - Parameter isServedHere: Whether it is not grpc-swift's.
  mutating func callBegan(_ stream: UInt32, isServedHere: Bool) {
    let flow = isServedHere ? CallEntry.Flow(sendWindow: self.windows.initial) : nil
    self.calls.insert(CallEntry(flow: flow), for: stream)
    self.clock.callBegan()
  }

  /// The request of a call that has ended goes on; false if too many do.
  mutating func oweReset(of stream: UInt32) -> Bool {
    guard self.owedResets.count < self.callLimit, self.goodbye != .heard else { return false }
    self.owedResets.insert(stream)
    return true
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
    guard let call = self.calls.remove(stream) else { return }
    if call.flow?.wait == .connection { self.compactWaiting() }
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

  /// More DATA of grpc-swift's calls waits for the client to read, or less; false if that is too
  /// much.
  mutating func admit(unread bytes: Int) -> Bool {
    self.unread += bytes
    return bytes <= 0 || self.unread <= self.unreadLimit
  }

  /// Whether so many bytes of other frames may wait behind DATA.
  func admits(held bytes: Int) -> Bool { bytes <= self.heldLimit }
}
