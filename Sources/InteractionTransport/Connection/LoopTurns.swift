import DequeModule
package import NIOCore
import Synchronization

/// Lets the connections of an event loop that have had their turn go on, one after the other in
/// rounds, and lets the event loop look between two rounds for what has come for the others.
///
/// An event loop does that only when nothing is due, however much was done at once. If each
/// connection came back a moment after its own turn, with two of them one would always be due. Nor
/// does a round take long, however many wait: those that it does not reach are first in the next
/// one.
package final class LoopTurns {
  static let shortestPause = TimeAmount.microseconds(5)
  /// After that a round is over.
  static let longRound = TimeAmount.milliseconds(1)
  /// A pause is that part of the round before: a machine that is slow at one is slow at the other.
  private static let part: Int64 = 32

  private static let all = Mutex<[ObjectIdentifier: NIOLoopBound<LoopTurns>]>([:])

  /// Those of the event loop.
  let callTimers = CallTimers()
  let looks = ConnectionLooks()
  var headerWriter = HeaderWriter()

  private let now: () -> NIODeadline
  private var waiting: Deque<() -> Void> = []
  private var isScheduled = false

  package init(now: @escaping () -> NIODeadline = { .now() }) {
    self.now = now
  }

  /// Those of an event loop, which this is called on.
  static func of(_ loop: any EventLoop) -> LoopTurns {
    self.all.withLock { all in
      if let turns = all[ObjectIdentifier(loop)] { return turns }
      let turns = NIOLoopBound(LoopTurns(), eventLoop: loop)
      all[ObjectIdentifier(loop)] = turns
      return turns
    }.value
  }

  /// A connection goes on when those that wait already have, and not in the same round.
  func wait(on loop: any EventLoop, _ goOn: @escaping () -> Void) {
    self.waiting.append(goOn)
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
    // A connection that has to wait again waits for the next round, which begins after a pause.
    var left = self.waiting.count
    while left > 0, taken < Self.longRound, let goOn = self.waiting.popFirst() {
      goOn()
      left -= 1
      taken = self.now() - begin
    }
    self.isScheduled = false
    guard !self.waiting.isEmpty else { return }
    let pause = TimeAmount.nanoseconds(taken.nanoseconds / Self.part)
    self.schedule(in: max(pause, Self.shortestPause), on: loop)
  }
}
