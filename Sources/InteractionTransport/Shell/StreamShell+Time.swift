import InteractionCore
import InteractionService
import InteractionStream
import NIOCore

/// Drives the timers of ``CallPhase``.
extension StreamShell {
  /// Sets the alarm for the next timer. An alarm that fires early is kept.
  func setTimer() {
    guard let due = self.service.nextDeadline else { return self.cancelTimer() }
    if let timer, timer.covers(due) { return }
    self.cancelTimer()
    // Cancelled at the latest when the stream is lost.
    self.timer = self.timers.schedule(at: due, on: self.loop) { self.timerFired() }
  }

  func cancelTimer() {
    self.timer?.cancel()
    self.timer = nil
  }

  private func timerFired() {
    self.timer = nil
    while let due = self.service.takeFiredTimer(at: self.loop.now) {
      switch due {
      case .wake(let stream): self.carryOut(stream.timerFired(for: self))
      case .cancel(let stream): self.handle(stream.cancel(for: self), of: stream)
      case .end: self.end(with: nil)
      case .giveUp(let stream):
        self.end(
          with: stream.error
            ?? StreamError(.slowConsumer, "the client did not read the end of the stream"))
      case .read: self.resume()
      }
    }
    self.setTimer()
  }
}
