import NIOCore

/// The timeouts of a call.
extension RPCCall {
  enum AwaitedEvent: Hashable {
    /// The rest of the request.
    case request
    /// The first frame of the request, before an early refusal: some clients lose the status of a
    /// call that ends before they have sent their first message.
    case firstFrame
    /// The client's reading of an early end.
    case trailersRead
    /// The client's reading of the response, for which it has as long as it sends WINDOW_UPDATEs.
    case responseRead
  }

  /// The condition with a timeout that the call awaits; nil if there is none.
  var awaited: AwaitedEvent? {
    switch self.phase {
    case .open: self.hasRequest || self.isPaused ? nil : .request
    case .closing(_, .nothing) where !self.hasReceivedFrame: .firstFrame
    case .closing: self.hasRequest ? .responseRead : .trailersRead
    case .closed: nil
    }
  }

  /// Restarts the timeout if the awaited condition has changed.
  func updateTimeout() {
    let awaited = self.awaited
    guard awaited != self.time?.awaited else { return }
    self.stopTime()
    if let awaited { self.setTime(awaited) }
  }

  private func setTime(_ awaited: AwaitedEvent) {
    let deadline = self.deadline(of: awaited)
    let read = self.connection.state.windowUpdates
    // Cancelled at the latest when the call ends.
    let timer = self.connection.callTimers.schedule(at: deadline, on: self.loop) {
      let goesOn =
        switch awaited {
        case .request: self.deadline(of: .request) > deadline
        case .responseRead: self.connection.state.windowUpdates != read
        case .trailersRead, .firstFrame: false
        }
      if goesOn { return self.setTime(awaited) }
      if awaited == .firstFrame { return self.sendTrailersIfSent() }
      self.reset(.enhanceYourCalm)
    }
    self.time = (awaited, timer)
  }

  private func deadline(of awaited: AwaitedEvent) -> NIODeadline {
    let whole = TimeAmount(self.limits.requestTime)
    return switch awaited {
    case .request:
      // Between two messages a client may pause.
      self.messages.hasRead
        ? self.began + whole
        : min(self.began + whole, self.progressed + TimeAmount(self.limits.progressTime))
    case .firstFrame: self.loop.now + TimeAmount(self.limits.refusalDelay)
    case .trailersRead: self.loop.now + TimeAmount(self.limits.endTimeout)
    case .responseRead: self.loop.now + whole
    }
  }

  func stopTime() {
    self.time?.timer.cancel()
    self.time = nil
  }
}
