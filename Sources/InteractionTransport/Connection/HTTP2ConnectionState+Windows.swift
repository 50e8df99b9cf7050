import DequeModule
import InteractionService
import NIOCore

/// Flow control (RFC 9113 §6.9).
extension HTTP2ConnectionState {
  /// Applies a WINDOW_UPDATE of the connection.
  mutating func widen(by increment: Int) -> Action {
    guard self.windows.send + increment <= FrameHeader.largestWindow else {
      return .connectionError(
        .flowControlError,
        "WINDOW_UPDATE of \(increment); the connection's window would exceed"
          + " \(FrameHeader.largestWindow)")
    }
    self.windows.send += increment
    return .wakeConnection
  }

  /// Applies a WINDOW_UPDATE of a stream.
  mutating func widen(callAt index: Int, by increment: Int) -> Action {
    guard self.calls.elements[index].sendWindow + increment <= FrameHeader.largestWindow else {
      return .streamError(.flowControlError)
    }
    self.calls.elements[index].sendWindow += increment
    return .wakeStream
  }

  /// Applies a new SETTINGS_INITIAL_WINDOW_SIZE to all streams. Returns false if a window exceeds
  /// the largest, which is a connection error (§6.9.2).
  mutating func resize(to window: Int) -> Bool {
    let change = window - self.windows.initial
    self.windows.initial = window
    for index in self.calls.elements.indices {
      guard self.calls.elements[index].sendWindow + change <= FrameHeader.largestWindow else {
        return false
      }
      self.calls.elements[index].sendWindow += change
      // Queued instead of woken now: one frame would wake all of them.
      if self.calls.elements[index].wakeFromStream() {
        self.wait(callAt: index, onStream: false)
      }
    }
    return true
  }

  // MARK: Calls

  /// Withholds WINDOW_UPDATEs for a stream, or resumes them.
  mutating func pause(_ stream: UInt32, _ isPaused: Bool) {
    guard let index = self.calls.index(of: stream) else { return }
    self.calls.elements[index].pause(isPaused)
  }

  /// Returns the increment of the WINDOW_UPDATE that is due for a stream; nil if none is.
  mutating func room(on stream: UInt32) -> Int? {
    self.calls.index(of: stream).flatMap { self.calls.elements[$0].dueWindowUpdate() }
  }

  // MARK: Send capacity

  /// Returns the send capacity of a call; nil if there is none, and the call then waits for it.
  mutating func sendRoom(
    on stream: UInt32, isWritable: @autoclosure () -> Bool
  ) -> SendCapacity? {
    guard let index = self.calls.index(of: stream) else { return nil }
    let flow = self.calls.elements[index]
    guard flow.sendWindow > 0, self.windows.send > 0, isWritable() else {
      self.wait(callAt: index, onStream: flow.sendWindow <= 0)
      return nil
    }
    // A client with small windows gets long messages in parts.
    return SendCapacity(
      bytes: min(flow.sendWindow, self.windows.send),
      minimumForPartialFrame: min(self.windows.initial, FrameHeader.initialWindow) / 2)
  }

  /// Blocks a call whose next frame exceeds the send capacity.
  mutating func waitForMoreRoom(on stream: UInt32) {
    guard let index = self.calls.index(of: stream) else { return }
    let flow = self.calls.elements[index]
    self.wait(callAt: index, onStream: flow.sendWindow <= self.windows.send)
  }

  /// Takes up to `count` bytes off both windows, for one DATA frame. Returns 0 if there is no
  /// capacity, and the call then waits for it.
  mutating func admit(_ count: Int, on stream: UInt32) -> Int {
    guard let index = self.calls.index(of: stream) else { return 0 }
    let flow = self.calls.elements[index]
    let length = min(count, FrameHeader.longestPayload, flow.sendWindow, self.windows.send)
    guard length > 0 else {
      self.wait(callAt: index, onStream: flow.sendWindow <= 0)
      return 0
    }
    self.calls.elements[index].sendWindow -= length
    self.windows.send -= length
    return length
  }

  private mutating func wait(callAt index: Int, onStream: Bool) {
    guard self.calls.elements[index].block(onStream: onStream) else { return }
    self.blockedStreams.append(self.calls.stream(at: index))
  }

  // MARK: Waking

  /// Returns whether a WINDOW_UPDATE of its stream wakes a call.
  mutating func wake(_ stream: UInt32) -> Bool {
    guard let index = self.calls.index(of: stream),
      self.calls.elements[index].wakeFromStream()
    else { return false }
    self.readBudget.spendWake()
    return true
  }

  /// Returns the next call to wake when the connection can send; nil if there is none, or the turn
  /// is over.
  ///
  /// Each is charged to the turn: a WINDOW_UPDATE that gives a thousand calls one byte costs the
  /// client less than a microsecond.
  mutating func nextToWake() -> UInt32? {
    while self.windows.send > 0, !self.readBudget.isExhausted,
      let stream = self.blockedStreams.popFirst()
    {
      guard let index = self.calls.index(of: stream),
        self.calls.elements[index].wakeFromConnection()
      else { continue }
      self.readBudget.spendWake()
      return stream
    }
    return nil
  }

  /// Returns whether a call is blocked by the connection.
  func waitsForConnection(_ stream: UInt32) -> Bool {
    self.calls[stream]?.wait == .connection
  }

  /// Removes ended streams from the queue once they are the majority.
  mutating func compactWaiting() {
    guard self.blockedStreams.count > 2 * self.calls.elements.count + Self.fewEnded else { return }
    self.blockedStreams.removeAll { self.calls.index(of: $0) == nil }
  }

  private static let fewEnded = 32
}
