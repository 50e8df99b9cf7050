import NIOCore

/// The timeouts of a call.
extension RPCCall {
  enum Awaited: Hashable {
    /// The rest of the request.
    case request
    /// The first frame of the request, before an early refusal: some clients lose the status of a
    /// call that ends before they have sent their first message.
    case firstFrame
    /// The client's reading of an early end.
    case endReader
    /// The client's reading of the response, for which it has as long as it sends WINDOW_UPDATEs.
    case answerReader
  }

  /// The condition with a timeout that the call awaits; nil if there is none.
  var awaited: Awaited? {
    switch self.phase {
    case .serving: self.hasRequest || self.isPaused ? nil : .request
    case .leaving(_, .nothing) where !self.hasHeard: .firstFrame
    case .leaving: self.hasRequest ? .answerReader : .endReader
    case .over: nil
    }
  }

  /// Restarts the timeout if the awaited condition has changed.
  func keepTime() {
    let awaited = self.awaited
    guard awaited != self.time?.awaited else { return }
    self.stopTime()
    if let awaited { self.setTime(awaited) }
  }

  private func setTime(_ awaited: Awaited) {
    let deadline = self.deadline(of: awaited)
    let read = self.connection.state.windowUpdates
    // Cancelled at the latest when the call ends.
    let timer = self.connection.callTimers.schedule(at: deadline, on: self.loop) {
      let goesOn =
        switch awaited {
        case .request: self.deadline(of: .request) > deadline
        case .answerReader: self.connection.state.windowUpdates != read
        case .endReader, .firstFrame: false
        }
      if goesOn { return self.setTime(awaited) }
      if awaited == .firstFrame { return self.leaveIfSent() }
      self.reset(.enhanceYourCalm)
    }
    self.time = (awaited, timer)
  }

  private func deadline(of awaited: Awaited) -> NIODeadline {
    let whole = TimeAmount(self.limits.requestTime)
    return switch awaited {
    case .request:
      // Between two messages a client may pause.
      self.messages.hasRead
        ? self.began + whole
        : min(self.began + whole, self.progressed + TimeAmount(self.limits.progressTime))
    case .firstFrame: self.loop.now + TimeAmount(self.limits.refusalDelay)
    case .endReader: self.loop.now + TimeAmount(self.limits.lingerTime)
    case .answerReader: self.loop.now + whole
    }
  }

  func stopTime() {
    self.time?.timer.cancel()
    self.time = nil
  }
}
