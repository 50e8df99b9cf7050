import DequeModule
import NIOCore

/// What a connection may do and what it has done: budgets, turn, windows and calls.
///
/// A value: it decides what becomes of each frame, and ``ConnectionHandler`` carries that out.
///
/// - Settings: those of the server hold from the client's first frame on, since a proxy opens calls
///   before it hears anything.
/// - PINGs: grpc-go clients send one for every DATA frame that they receive, to estimate bandwidth.
/// - The connection's end (RFC 9113 §6.8): ``Goodbye``.
///
/// Every frame that costs the engine something has a budget, over which it ends the connection:
///
/// - RST_STREAMs for calls that have had no message yet, to which each other call adds: opening
///   calls costs the engine more than the client.
/// - What comes for calls that are over: a proxy sends a RST_STREAM for each client that goes away.
/// - What calls hold of messages that are not complete.
struct HTTP2ConnectionState: Hashable {
  /// Whether the connection was ended here, with a GOAWAY, or is closed: nothing more is read.
  private(set) var hasEnded = false
  var settlement = Settlement.awaited
  var tableSize = HeaderTableSize()
  var goodbye = Goodbye.unsaid
  var clock: ConnectionClock
  var turn = ConnectionTurn()
  var budgets: ConnectionBudgets
  var windows = ConnectionWindows()
  var calls = StreamMap<CallFlow>()
  var closed: ClosedStreams
  var newestStream: UInt32 = 0
  /// The stream whose header block has begun: nothing but the rest of that may come.
  var openBlock: UInt32?
  /// Streams that wait for room on the connection, in order; some have ended since.
  var waiting: Deque<UInt32> = []
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

  init(_ limits: ConnectionLimits = ConnectionLimits(), at now: NIODeadline) {
    self.clock = ConnectionClock(limits: limits)
    self.budgets = ConnectionBudgets(limits, at: now)
    self.closed = ClosedStreams(limit: limits.concurrentStreams)
    self.longestSettings = limits.settings * FrameHeader.settingLength
    self.callLimit = limits.concurrentStreams
    self.workLimit = limits.concurrentCalls
    self.unfinishedLimit = limits.unfinishedBytes
    self.unreadLimit = limits.unreadBytes
  }

  /// The connection ends; false if it has ended before.
  mutating func end() -> Bool {
    defer { self.hasEnded = true }
    return !self.hasEnded
  }

  // MARK: Calls

  /// A call begins on a stream.
  ///
  /// - Parameters:
  ///   - contentLength: What its request says of its own length.
  ///   - isWhole: Whether the request has ended with its headers.
  mutating func callBegan(
    _ stream: UInt32, contentLength: Int? = nil, isWhole: Bool = false
  ) {
    self.calls.insert(
      CallFlow(
        sendWindow: self.windows.initial, contentLength: contentLength, isWhole: isWhole),
      for: stream)
    self.clock.callBegan()
  }

  /// Whether the client may go on for a while with the request of a call that has ended.
  var mayWaitToReset: Bool {
    self.closed.owed <= self.callLimit / 2 && self.goodbye != .heard
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
  ///
  /// - Parameter isReset: Whether a RST_STREAM was sent.
  /// - Returns: Whether a RST_STREAM is owed, since the request goes on (§8.1).
  @discardableResult
  mutating func callEnded(_ stream: UInt32, isReset: Bool) -> Bool {
    guard let call = self.calls.remove(stream) else { return false }
    let isWhole = call.request == .ended
    let owes = !isReset && !isWhole
    self.closed.close(
      stream, by: isReset ? .serverReset : isWhole ? .endOfRequest : .endOfAnswer)
    if call.wait == .connection { self.compactWaiting() }
    self.budgets.callEnded()
    self.clock.callEnded()
    return owes
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

  /// More DATA waits for the client to read, or less; false if that is too much.
  mutating func admit(unread bytes: Int) -> Bool {
    self.unread += bytes
    return bytes <= 0 || self.unread <= self.unreadLimit
  }
}
