import DequeModule
package import NIOCore
import Synchronization

/// Schedules the connections of an event loop that have exhausted their read budget: one after the
/// other in rounds, with pauses in which the loop polls the sockets of the others.
///
/// An event loop polls only when no task is due. If each connection resumed shortly after its own
/// turn, with two of them one would always be due. Rounds are limited in time, however many
/// connections wait: those that a round does not reach come first in the next one.
package final class FairScheduler {
  static let shortestPause = TimeAmount.microseconds(5)
  /// The duration after which a round ends.
  static let roundDuration = TimeAmount.milliseconds(1)
  /// The length of a round per unit of the pause after it: both scale with the machine's speed.
  private static let roundPerPause: Int64 = 32

  private static let all = Mutex<[ObjectIdentifier: NIOLoopBound<FairScheduler>]>([:])

  /// The timers of the calls on the event loop.
  let callTimers = CallTimers()
  let sweeper = ConnectionSweeper()
  var headerWriter = HeaderWriter()

  private let now: () -> NIODeadline
  private var waiting: Deque<(since: NIODeadline, goOn: () -> Void)> = []
  private var isScheduled = false

  package init(now: @escaping () -> NIODeadline = { .now() }) {
    self.now = now
  }

  /// Returns the scheduler of the current event loop.
  static func of(_ loop: any EventLoop) -> FairScheduler {
    self.all.withLock { all in
      if let turns = all[ObjectIdentifier(loop)] { return turns }
      let turns = NIOLoopBound(FairScheduler(), eventLoop: loop)
      all[ObjectIdentifier(loop)] = turns
      return turns
    }.value
  }

  /// The time for which the first connection in the queue has waited; zero if none waits.
  ///
  /// Timers fire between two rounds, so they are in time even if the queue takes seconds. A
  /// connection waits for the turns of others, not for the rest of its own input: one that floods
  /// alone waits for a pause.
  var queueDelay: TimeAmount {
    self.waiting.first.map { self.now() - $0.since } ?? .zero
  }

  /// Schedules a connection behind those that wait, for the next round at the earliest.
  func enqueue(on loop: any EventLoop, _ goOn: @escaping () -> Void) {
    self.waiting.append((since: self.now(), goOn: goOn))
    self.schedule(in: Self.shortestPause, on: loop)
  }

  private func schedule(in pause: TimeAmount, on loop: any EventLoop) {
    guard !self.isScheduled else { return }
    self.isScheduled = true
    loop.assumeIsolated().scheduleTask(in: pause) { self.goRound(on: loop) }
  }

  private func goRound(on loop: any EventLoop) {
    let begin = self.now()
    var taken = TimeAmount.zero
    // A connection that waits again is appended for the next round, which follows after a pause.
    var left = self.waiting.count
    while left > 0, taken < Self.roundDuration, let turn = self.waiting.popFirst() {
      turn.goOn()
      left -= 1
      taken = self.now() - begin
    }
    self.isScheduled = false
    guard !self.waiting.isEmpty else { return }
    let pause = TimeAmount.nanoseconds(taken.nanoseconds / Self.roundPerPause)
    self.schedule(in: max(pause, Self.shortestPause), on: loop)
  }
}
