import InteractionService
import NIOCore

/// What is due, as ``CallService`` has it.
extension StreamShell {
  /// Sets the alarm for what is due next. It rings early where that has become later.
  func setAlarm(_ context: ChannelHandlerContext) {
    guard let due = self.service.nextDeadline else { return self.stopAlarm() }
    if let alarm, alarm.due <= due { return }
    self.stopAlarm()
    let loop = context.eventLoop
    // Cancelled at the latest when the stream is lost.
    let timer = self.timers.schedule(in: due - loop.now, on: loop) { self.ring() }
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
