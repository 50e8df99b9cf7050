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
    let amount = awaited == .endReader ? self.lingerTime : self.requestTime
    let read = self.connection.state.windowUpdates
    // Cancelled at the latest with the call's end.
    let timer = self.connection.callTimers.schedule(in: amount, on: context.eventLoop) {
      if awaited == .answerReader, self.connection.state.windowUpdates != read {
        return self.setTime(awaited, context)
      }
      self.refuse(.enhanceYourCalm, context)
    }
    self.time = (awaited, timer)
  }

  func stopTime() {
    self.time?.timer.cancel()
    self.time = nil
  }
}
