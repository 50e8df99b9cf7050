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
    let amount = awaited == .request ? self.requestTime : self.lingerTime
    // Cancelled at the latest with the call's end.
    let timer = self.connection.callTimers.schedule(in: amount, on: context.eventLoop) {
      self.refuse(.enhanceYourCalm, context)
    }
    self.time = (awaited, timer)
  }

  func stopTime() {
    self.time?.timer.cancel()
    self.time = nil
  }
}
