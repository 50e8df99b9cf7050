import NIOCore
import NIOHTTP2

/// What a call awaits, as ``CallState`` has it.
extension CallHandler {
  /// Ends the call if what it awaits does not come in time.
  func keepTime(_ context: ChannelHandlerContext) {
    let awaited = self.state.awaited
    guard awaited != self.time?.awaited else { return }
    self.stopTime()
    guard let awaited else { return }
    self.setTime(awaited, context)
  }

  private func setTime(_ awaited: CallState.Awaited, _ context: ChannelHandlerContext) {
    let deadline = self.deadline(of: awaited, context)
    let read = self.connection.state.windowUpdates
    // Cancelled at the latest with the call's end.
    let timer = self.connection.callTimers.schedule(at: deadline, on: context.eventLoop) {
      let goesOn =
        switch awaited {
        case .request: self.deadline(of: .request, context) > deadline
        case .answerReader: self.connection.state.windowUpdates != read
        case .endReader: false
        }
      if goesOn { return self.setTime(awaited, context) }
      self.refuse(.enhanceYourCalm, context)
    }
    self.time = (awaited, timer)
  }

  private func deadline(
    of awaited: CallState.Awaited, _ context: ChannelHandlerContext
  ) -> NIODeadline {
    let now = context.eventLoop.now
    return switch awaited {
    case .request:
      // Between two messages a client may rest.
      self.messages.hasRead
        ? self.began + self.requestTime
        : min(self.began + self.requestTime, self.progressed + self.progressTime)
    case .endReader: now + self.lingerTime
    case .answerReader: now + self.requestTime
    }
  }

  func stopTime() {
    self.time?.timer.cancel()
    self.time = nil
  }
}
