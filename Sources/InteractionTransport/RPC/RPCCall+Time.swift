import NIOCore

/// What a call awaits, and for how long.
extension RPCCall {
  enum Awaited: Hashable {
    /// The client has to send its request.
    case request
    /// The client has to begin its request before it is refused: some lose the status of a call
    /// that ends before its first message has left.
    case firstFrame
    /// The client has to read that its call has ended early.
    case endReader
    /// The client has to read its answer, and may take as long as it goes on to read.
    case answerReader
  }

  /// What the call does not wait for longer than it may.
  var awaited: Awaited? {
    switch self.phase {
    case .serving: self.hasRequest || self.isPaused ? nil : .request
    case .leaving(_, .nothing) where !self.hasHeard: .firstFrame
    case .leaving: self.hasRequest ? .answerReader : .endReader
    case .over: nil
    }
  }

  /// Ends the call if what it awaits does not come in time.
  func keepTime() {
    let awaited = self.awaited
    guard awaited != self.time?.awaited else { return }
    self.stopTime()
    if let awaited { self.setTime(awaited) }
  }

  private func setTime(_ awaited: Awaited) {
    let deadline = self.deadline(of: awaited)
    let read = self.connection.state.windowUpdates
    // Cancelled at the latest with the call's end.
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
      // Between two messages a client may rest.
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
