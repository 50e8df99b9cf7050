import InteractionCore
import InteractionService
import InteractionStream
import NIOCore

/// Drives the timers of ``CallPhase``.
extension StreamShell {
  /// Sets the alarm for the next timer. An alarm that fires early is kept.
  func setAlarm() {
    guard let due = self.service.nextDeadline else { return self.stopAlarm() }
    if let alarm, alarm.serves(due) { return }
    self.stopAlarm()
    // Cancelled at the latest when the stream is lost.
    self.alarm = self.timers.schedule(at: due, on: self.loop) { self.ring() }
  }

  func stopAlarm() {
    self.alarm?.cancel()
    self.alarm = nil
  }

  private func ring() {
    self.alarm = nil
    while let due = self.service.ring(at: self.loop.now) {
      switch due {
      case .wake(let stream): self.carryOut(stream.timerRang(for: self))
      case .cancel(let stream): self.handle(stream.cancel(for: self), of: stream)
      case .end: self.end(with: nil)
      case .giveUp(let stream):
        self.end(
          with: stream.error
            ?? StreamError(.slowConsumer, "the client did not read the end of the stream"))
      case .read: self.resume()
      }
    }
    self.setAlarm()
  }
}
