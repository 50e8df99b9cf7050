import NIOCore
import NIOHTTP2

/// What may be sent, and when (RFC 9113 §6.9).
extension ConnectionState {
  /// The client takes so many bytes more on all calls together.
  mutating func widen(by increment: Int) -> Action {
    guard self.windows.send + increment <= FrameHeader.largestWindow else {
      return .refuse(.flowControl, "a window beyond the largest")
    }
    let mine = min(increment, self.windows.debt)
    let isAwaited = self.windows.send <= 0 || self.windows.isHolding
    self.windows.debt -= mine
    self.windows.send += increment
    return .widenAll(told: increment - mine, isAwaited: isAwaited)
  }

  /// The client takes so many bytes more on a call.
  mutating func widen(callAt index: Int, by increment: Int) -> Action {
    guard let flow = self.calls.elements[index].flow else { return .pass }
    guard flow.sendWindow + increment <= FrameHeader.largestWindow else {
      return .fail(.flowControlError)
    }
    self.calls.elements[index].flow?.sendWindow += increment
    return .widen
  }

  /// The client changes what it takes on each call. One setting for all streams: if it is too large
  /// for one, that is an error of the connection (§6.9.2), and the answer is false.
  mutating func resize(to window: Int) -> Bool {
    let change = window - self.windows.initial
    self.windows.initial = window
    for index in self.calls.elements.indices {
      guard let flow = self.calls.elements[index].flow else { continue }
      guard flow.sendWindow + change <= FrameHeader.largestWindow else { return false }
      self.calls.elements[index].flow?.sendWindow += change
    }
    return true
  }

  // MARK: Calls

  /// The client gets no new room on a call, or gets it again.
  mutating func pause(_ stream: UInt32, _ isPaused: Bool) {
    guard let index = self.calls.index(of: stream) else { return }
    self.calls.elements[index].flow?.pause(isPaused)
  }

  /// Lets the client send more on a call, if it is time for that: by so many bytes.
  mutating func room(on stream: UInt32) -> Int? {
    self.calls.index(of: stream).flatMap { self.calls.elements[$0].flow?.room() }
  }

  // MARK: Room to send

  /// Whether what is sent on a call now leaves now. If not, the call hears when it would.
  mutating func checkRoom(_ stream: UInt32, isWritable: @autoclosure () -> Bool) -> Bool {
    guard let index = self.calls.index(of: stream), let flow = self.calls.elements[index].flow
    else { return false }
    let hasRoom =
      flow.sendWindow > 0 && self.windows.send > 0 && !self.windows.isHolding && isWritable()
    if !hasRoom { self.wait(callAt: index) }
    return hasRoom
  }

  /// Takes up to so many bytes off the windows, for one frame. If there is no room, the call waits
  /// for some.
  mutating func admit(_ count: Int, on stream: UInt32) -> Int {
    guard let index = self.calls.index(of: stream), let flow = self.calls.elements[index].flow
    else { return 0 }
    let length = min(count, FrameHeader.longestPayload, flow.sendWindow, self.windows.send)
    guard length > 0, !self.windows.isHolding else {
      self.wait(callAt: index)
      return 0
    }
    self.calls.elements[index].flow?.sendWindow -= length
    self.windows.send -= length
    self.windows.debt += length
    return length
  }

  private mutating func wait(callAt index: Int) {
    guard self.calls.elements[index].flow?.wait() == true else { return }
    self.waiting.append(self.calls.stream(at: index))
  }

  /// Whether a call that waits may try again.
  mutating func wake(_ stream: UInt32) -> Bool {
    guard let index = self.calls.index(of: stream),
      self.calls.elements[index].flow?.wake() == true
    else { return false }
    self.waiting.removeAll { $0 == stream }
    return true
  }
}
