import DequeModule
import InteractionService
import NIOCore

/// What may be sent, and when (RFC 9113 §6.9).
extension HTTP2ConnectionState {
  /// A WINDOW_UPDATE for the connection.
  mutating func widen(by increment: Int) -> Action {
    guard self.windows.send + increment <= FrameHeader.largestWindow else {
      return .refuse(.flowControlError, "a window beyond the largest")
    }
    self.windows.send += increment
    return .widenAll
  }

  /// A WINDOW_UPDATE for a stream.
  mutating func widen(callAt index: Int, by increment: Int) -> Action {
    guard self.calls.elements[index].sendWindow + increment <= FrameHeader.largestWindow else {
      return .fail(.flowControlError)
    }
    self.calls.elements[index].sendWindow += increment
    return .widen
  }

  /// A new SETTINGS_INITIAL_WINDOW_SIZE. One setting for all streams: if it is too large for one,
  /// that is an error of the connection (§6.9.2), and the answer is false.
  mutating func resize(to window: Int) -> Bool {
    let change = window - self.windows.initial
    self.windows.initial = window
    for index in self.calls.elements.indices {
      guard self.calls.elements[index].sendWindow + change <= FrameHeader.largestWindow else {
        return false
      }
      self.calls.elements[index].sendWindow += change
      // Not woken at once: one frame would wake all of them.
      if self.calls.elements[index].wakeFromStream() {
        self.wait(callAt: index, onStream: false)
      }
    }
    return true
  }

  // MARK: Calls

  /// Withholds WINDOW_UPDATEs for a stream, or sends them again.
  mutating func pause(_ stream: UInt32, _ isPaused: Bool) {
    guard let index = self.calls.index(of: stream) else { return }
    self.calls.elements[index].pause(isPaused)
  }

  /// The increment of the WINDOW_UPDATE that is due for a stream; nil if none is.
  mutating func room(on stream: UInt32) -> Int? {
    self.calls.index(of: stream).flatMap { self.calls.elements[$0].room() }
  }

  // MARK: Room to send

  /// The room for DATA of a call now; nil if there is none, and the call waits for some.
  mutating func sendRoom(
    on stream: UInt32, isWritable: @autoclosure () -> Bool
  ) -> OutputRoom? {
    guard let index = self.calls.index(of: stream) else { return nil }
    let flow = self.calls.elements[index]
    guard flow.sendWindow > 0, self.windows.send > 0, isWritable() else {
      self.wait(callAt: index, onStream: flow.sendWindow <= 0)
      return nil
    }
    // A client with small windows gets long messages in parts.
    return OutputRoom(
      bytes: min(flow.sendWindow, self.windows.send),
      begins: min(self.windows.initial, FrameHeader.initialWindow) / 2)
  }

  /// There is too little room for what a call wants to send next.
  mutating func waitForMoreRoom(on stream: UInt32) {
    guard let index = self.calls.index(of: stream) else { return }
    let flow = self.calls.elements[index]
    self.wait(callAt: index, onStream: flow.sendWindow <= self.windows.send)
  }

  /// Takes up to so many bytes off the windows, for one frame. If there is no room, the call waits
  /// for some.
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
    guard self.calls.elements[index].waitForRoom(onStream: onStream) else { return }
    self.waiting.append(self.calls.stream(at: index))
  }

  // MARK: Waking

  /// Whether a WINDOW_UPDATE for its stream wakes a call.
  mutating func wake(_ stream: UInt32) -> Bool {
    guard let index = self.calls.index(of: stream),
      self.calls.elements[index].wakeFromStream()
    else { return false }
    self.turn.spendWake()
    return true
  }

  /// The next call to wake since there is room on the connection; nil if there is none, or the
  /// connection's turn is over.
  ///
  /// Each is charged to the turn: to give a thousand calls room for a byte costs the client less
  /// than a microsecond.
  mutating func nextToWake() -> UInt32? {
    while self.windows.send > 0, !self.turn.isOver,
      let stream = self.waiting.popFirst()
    {
      guard let index = self.calls.index(of: stream),
        self.calls.elements[index].wakeFromConnection()
      else { continue }
      self.turn.spendWake()
      return stream
    }
    return nil
  }

  /// Whether a call waits for room on the connection.
  func waitsForConnection(_ stream: UInt32) -> Bool {
    self.calls[stream]?.wait == .connection
  }

  /// A call that waited has ended. Drops ended streams once they are most.
  mutating func compactWaiting() {
    guard self.waiting.count > 2 * self.calls.elements.count + Self.fewEnded else { return }
    self.waiting.removeAll { self.calls.index(of: $0) == nil }
  }

  private static let fewEnded = 32
}
