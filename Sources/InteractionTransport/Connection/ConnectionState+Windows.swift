import NIOCore
import NIOHTTP2

/// What may be sent, and when (RFC 9113 §6.9).
extension ConnectionState {
  /// The client takes so many bytes more on all calls together.
  mutating func widen(by increment: Int) -> Action {
    let mine = min(increment, self.windows.debt)
    let isAwaited = self.windows.send <= 0 || self.windows.isHolding
    self.windows.debt -= mine
    self.windows.send += increment
    return .widenAll(told: increment - mine, isAwaited: isAwaited)
  }

  /// The client takes so many bytes more on a call.
  mutating func widen(callAt index: Int, by increment: Int) -> Action {
    guard let bypass = self.calls.elements[index].bypass else { return .pass }
    guard bypass.sendWindow + increment <= FrameHeader.largestWindow else {
      return .fail(.flowControlError)
    }
    self.calls.elements[index].bypass?.sendWindow += increment
    // Either side may be the one that sends on a call that is undecided.
    return bypass.route == .undecided ? .pass : .widen
  }

  /// The client changes what it takes on each call.
  mutating func resize(by payload: ByteBuffer) -> Action {
    var action = Action.pass
    for index in stride(
      from: payload.readerIndex, to: payload.writerIndex, by: FrameHeader.settingLength)
    {
      guard let (id, value) = payload.getMultipleIntegers(at: index, as: (UInt16, UInt32).self),
        id == FrameHeader.initialWindowSetting, value <= FrameHeader.largestWindow
      else { continue }
      let change = Int(value) - self.windows.initial
      self.windows.initial = Int(value)
      // One setting for all streams: too large for one, it is an error of the connection (§6.9.2).
      guard self.calls.elements.allSatisfy({ $0.allows(change) }) else {
        return .refuse(.flowControl, "a window beyond the largest")
      }
      for index in self.calls.elements.indices {
        self.calls.elements[index].bypass?.sendWindow += change
      }
      action = .resize
    }
    return action
  }

  // MARK: Calls

  /// A call is served here, and not by grpc-swift.
  ///
  /// - Parameter isCounted: Whether the client says how much DATA there will be.
  mutating func claim(_ stream: UInt32, isCounted: Bool) {
    guard let index = self.calls.index(of: stream) else { return }
    self.calls.elements[index].bypass?.route.claim(isCounted: isCounted)
  }

  /// A call takes its DATA from the end of this read on.
  mutating func start(_ stream: UInt32) {
    guard let index = self.calls.index(of: stream),
      self.calls.elements[index].bypass?.route.start() == true
    else { return }
    self.starting.append(stream)
  }

  /// Calls take their DATA from now on: the HTTP/2 handler has delivered what it had of it.
  mutating func readEnded() {
    for stream in self.starting {
      guard let index = self.calls.index(of: stream) else { continue }
      self.calls.elements[index].bypass?.route.readEnded()
    }
    self.starting = []
  }

  /// The client has ended the request of a call, in a frame of the HTTP/2 handler's.
  mutating func requestEnded(_ stream: UInt32) {
    guard let index = self.calls.index(of: stream) else { return }
    self.calls.elements[index].bypass?.route.endRequest()
  }

  /// The client gets no new room on a call, or gets it again. One that was to take its DATA here
  /// does not begin to while it is paused. Returns whether it takes its DATA here.
  mutating func pause(_ stream: UInt32, _ isPaused: Bool) -> Bool {
    guard let index = self.calls.index(of: stream) else { return false }
    if isPaused {
      self.calls.elements[index].bypass?.route.pause()
    } else {
      self.calls.elements[index].bypass?.route.resume()
    }
    return self.calls.elements[index].bypass?.route.bypasses == true
  }

  /// Lets the client send more on a call, if it is time for that: by so many bytes.
  mutating func room(on stream: UInt32) -> Int? {
    self.calls.index(of: stream).flatMap { self.calls.elements[$0].bypass?.room() }
  }

  /// The DATA of a call is the HTTP/2 handler's, or there is no more.
  mutating func endBypass(of stream: UInt32) {
    guard let index = self.calls.index(of: stream), let bypass = self.calls.elements[index].bypass
    else { return }
    if bypass.answer == .waits { self.waiting.removeAll { $0 == stream } }
    self.calls.elements[index].bypass = nil
  }

  // MARK: Room to send

  /// Whether what is sent on a call now leaves now, or would after the answer's headers. If not,
  /// the call hears when it would, or when these have left.
  mutating func checkRoom(_ stream: UInt32, isWritable: @autoclosure () -> Bool) -> Bool {
    guard let index = self.calls.index(of: stream), let bypass = self.calls.elements[index].bypass
    else { return false }
    let hasRoom =
      bypass.sendWindow > 0 && self.windows.send > 0 && !self.windows.isHolding && isWritable()
    if !hasRoom { self.wait(callAt: index) }
    return hasRoom
  }

  /// Takes up to so many bytes off the windows, for one frame. If there is no room, the call waits
  /// for some; nothing leaves before the answer's headers.
  mutating func admit(_ count: Int, on stream: UInt32) -> Int {
    guard let index = self.calls.index(of: stream), let bypass = self.calls.elements[index].bypass,
      bypass.answer != .unsent
    else { return 0 }
    let length = min(count, FrameHeader.longestPayload, bypass.sendWindow, self.windows.send)
    guard length > 0, !self.windows.isHolding else {
      self.wait(callAt: index)
      return 0
    }
    self.calls.elements[index].bypass?.sendWindow -= length
    self.windows.send -= length
    self.windows.debt += length
    return length
  }

  private mutating func wait(callAt index: Int) {
    guard self.calls.elements[index].bypass?.wait() == true else { return }
    self.waiting.append(self.calls.stream(at: index))
  }

  /// Whether a call that waits may try again.
  mutating func wake(_ stream: UInt32) -> Bool {
    guard let index = self.calls.index(of: stream),
      self.calls.elements[index].bypass?.wake() == true
    else { return false }
    self.waiting.removeAll { $0 == stream }
    return true
  }
}

extension CallEntry {
  fileprivate func allows(_ change: Int) -> Bool {
    self.bypass.map { $0.sendWindow + change <= FrameHeader.largestWindow } ?? true
  }
}
