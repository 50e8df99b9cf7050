import DequeModule
import NIOCore

/// The state machine of an HTTP/2 connection: budgets, turn, windows and calls.
///
/// A value that decides on each frame; ``ConnectionHandler`` carries out the actions.
///
/// - Settings: the server's apply from the first frame on, since a proxy opens calls before it has
///   received them.
/// - PINGs: grpc-go sends one for every DATA frame that it receives, to estimate the bandwidth.
/// - Graceful shutdown (RFC 9113 §6.8): ``GoAway``.
///
/// Every frame that costs the engine work has a budget, beyond which the connection ends:
///
/// - RST_STREAMs of calls that have not had a message yet: opening calls costs the engine more than
///   the client. Each other call grants some.
/// - Frames of ended calls: a proxy sends a RST_STREAM for each client that disconnects.
/// - Bytes of incomplete messages.
struct HTTP2ConnectionState: Hashable {
  /// True once the connection has been ended with a GOAWAY, or is closed: nothing more is read.
  private(set) var hasEnded = false
  var settlement = SettingsState.awaited
  var tableSize = DynamicTableSize()
  var goAway = GoAway.notSent
  var clock: ConnectionTimeouts
  var readBudget = ReadBudget()
  var budgets: ConnectionRateLimits
  var windows = ConnectionWindows()
  var calls = StreamMap<StreamFlowControl>()
  var closed: ClosedStreams
  var newestStream: UInt32 = 0
  /// The stream of an incomplete header block, which only its CONTINUATIONs may follow; nil if
  /// none.
  var openBlock: UInt32?
  /// The queue of streams that wait for the connection; some have ended since.
  var blockedStreams: Deque<UInt32> = []
  /// The number of WINDOW_UPDATEs received, which shows that the client reads.
  var windowUpdates: UInt64 = 0
  private var callsInProgress = 0
  private var unfinished = 0
  private var unread = 0

  let longestSettings: Int
  let callLimit: Int
  private let workLimit: Int
  private let unfinishedLimit: Int
  private let unreadLimit: Int

  init(_ limits: ConnectionLimits = ConnectionLimits(), at now: NIODeadline) {
    self.clock = ConnectionTimeouts(limits: limits)
    self.budgets = ConnectionRateLimits(limits, at: now)
    self.closed = ClosedStreams(limit: limits.concurrentStreams)
    self.longestSettings = limits.settings * FrameHeader.settingLength
    self.callLimit = limits.concurrentStreams
    self.workLimit = limits.concurrentCalls
    self.unfinishedLimit = limits.incompleteBytes
    self.unreadLimit = limits.unreadBytes
  }

  /// Ends the connection; false if it has ended already.
  mutating func end() -> Bool {
    defer { self.hasEnded = true }
    return !self.hasEnded
  }

  // MARK: Calls

  /// Opens a call on a stream.
  ///
  /// - Parameters:
  ///   - contentLength: The request's `content-length`, in bytes; nil without one.
  ///   - isWhole: True if the request's HEADERS had END_STREAM.
  mutating func callBegan(
    _ stream: UInt32, contentLength: Int? = nil, isWhole: Bool = false
  ) {
    self.calls.insert(
      StreamFlowControl(
        sendWindow: self.windows.initial, contentLength: contentLength, isWhole: isWhole),
      for: stream)
    self.clock.callBegan()
  }

  /// A Boolean value that indicates whether the RST_STREAM of an ended call may be delayed.
  var mayDelayReset: Bool {
    self.closed.owedResets <= self.callLimit / 2 && self.goAway != .acknowledged
  }

  /// Records the first message of a call, or its end.
  mutating func callServed(_ stream: UInt32) {
    guard let index = self.calls.index(of: stream), !self.calls.elements[index].hasFirstMessage
    else {
      return
    }
    self.calls.elements[index].hasFirstMessage = true
    self.budgets.callServed()
  }

  /// Charges a stream error to the early-reset budget, since it is as cheap for the client as a
  /// rapid reset. Returns false if the budget is exhausted.
  mutating func callFailed(_ stream: UInt32, at now: @autoclosure () -> NIODeadline) -> Bool {
    guard let call = self.calls[stream], !call.hasFirstMessage else { return true }
    return self.budgets.earlyResets.take(at: now())
  }

  /// Ends a call for both sides.
  ///
  /// - Parameter isReset: True if a RST_STREAM was sent.
  /// - Returns: True if a RST_STREAM is owed, since the request is incomplete (§8.1).
  @discardableResult
  mutating func callEnded(_ stream: UInt32, isReset: Bool) -> Bool {
    guard let call = self.calls.remove(stream) else { return false }
    let isWhole = call.request == .ended
    let owes = !isReset && !isWhole
    self.closed.close(
      stream, by: isReset ? .resetSent : isWhole ? .endStreamReceived : .endStreamSent)
    if call.wait == .connection { self.compactWaiting() }
    self.budgets.callEnded()
    self.clock.callEnded()
    return owes
  }

  /// Admits a call to processing; false beyond the limit.
  mutating func admitWork() -> Bool {
    guard self.callsInProgress < self.workLimit else { return false }
    self.callsInProgress += 1
    return true
  }

  /// Releases the place of a processed call.
  mutating func workEnded() {
    self.callsInProgress -= 1
  }

  /// Changes the bytes of incomplete messages; false if they increase beyond the limit.
  mutating func admit(unfinished bytes: Int) -> Bool {
    self.unfinished += bytes
    return bytes <= 0 || self.unfinished <= self.unfinishedLimit
  }

  /// Changes the bytes of unsent responses; false if they increase beyond the limit.
  mutating func admit(unread bytes: Int) -> Bool {
    self.unread += bytes
    return bytes <= 0 || self.unread <= self.unreadLimit
  }
}
