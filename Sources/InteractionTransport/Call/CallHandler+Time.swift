import InteractionService
import NIOCore
import NIOHTTP2

/// What happens on a call when time has passed.
extension CallHandler {
  // MARK: What the call awaits, as ``CallState`` has it

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

  // MARK: What is due, as ``CallService`` has it

  /// Sets the alarm for what is due next. It rings early where that has become later.
  func setAlarm(_ context: ChannelHandlerContext) {
    guard let due = self.service.nextDeadline else { return self.stopAlarm() }
    if let alarm, alarm.due <= due { return }
    self.stopAlarm()
    let loop = context.eventLoop
    // Cancelled at the latest when the call is lost.
    let timer = self.connection.callTimers.schedule(in: due - loop.now, on: loop) { self.ring() }
    self.alarm = (due, timer)
  }

  func stopAlarm() {
    self.alarm?.timer.cancel()
    self.alarm = nil
  }

  private func ring() {
    self.alarm = nil
    guard let context else { return }
    while let due = self.service.ring(at: context.eventLoop.now) {
      switch due {
      case .wake(let stream): stream.timerRang()
      case .cancel(let stream): stream.cancel()
      case .end: self.end(with: nil, context)
      case .giveUp(let stream):
        self.end(
          with: stream.error ?? StreamError(.slowConsumer, "the end of the stream was not read"),
          context)
      case .read: self.resume()
      }
    }
    self.setAlarm(context)
  }
}
