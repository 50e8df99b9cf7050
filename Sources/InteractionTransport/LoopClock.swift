import NIOCore
import Synchronization

/// A clock on an event loop, which is late when its loop is.
final class LoopClock: Sendable {
  private let loop: any EventLoop
  private let isRunning = Atomic(true)
  /// Returns after what time the clock rings again.
  private let ring: @Sendable () -> TimeAmount

  /// Rings from now on, until ``stop()``.
  init(on loop: any EventLoop, _ ring: @escaping @Sendable () -> TimeAmount) {
    self.loop = loop
    self.ring = ring
    loop.execute { self.goOn() }
  }

  func stop() {
    self.isRunning.store(false, ordering: .relaxed)
  }

  private func goOn() {
    guard self.isRunning.load(ordering: .relaxed) else { return }
    self.loop.scheduleTask(in: self.ring()) { self.goOn() }
  }
}
