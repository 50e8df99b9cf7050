import NIOCore
import Synchronization

/// A periodic timer on an event loop, which fires late if the loop is busy.
final class PeriodicTimer: Sendable {
  private let loop: any EventLoop
  private let isRunning = Atomic(true)
  /// Called when the timer fires; returns the time until it fires again.
  private let fire: @Sendable () -> TimeAmount

  /// Starts the timer, until ``stop()``.
  init(on loop: any EventLoop, _ ring: @escaping @Sendable () -> TimeAmount) {
    self.loop = loop
    self.fire = ring
    loop.execute { self.scheduleNext() }
  }

  func stop() {
    self.isRunning.store(false, ordering: .relaxed)
  }

  private func scheduleNext() {
    guard self.isRunning.load(ordering: .relaxed) else { return }
    self.loop.scheduleTask(in: self.fire()) { self.scheduleNext() }
  }
}
