import NIOCore
import Synchronization

/// Lets the connections of an event loop that have had their turn go on, all of them one after the
/// other, and looks between two such rounds for what has come for everybody else.
///
/// An event loop does that only when nothing is due, however much was done at once. If each connection
/// came back a moment after its own turn, with two of them one would always be due.
final class LoopTurns {
  static let shortestPause = TimeAmount.microseconds(5)
  /// A pause is that part of the round before: a machine that is slow at one is slow at the other.
  private static let part: Int64 = 32

  private static let all = Mutex<[ObjectIdentifier: NIOLoopBound<LoopTurns>]>([:])

  private var waiting: [() -> Void] = []
  private var isScheduled = false

  /// Those of an event loop, which this is called on.
  static func of(_ loop: any EventLoop) -> LoopTurns {
    self.all.withLock { all in
      if let turns = all[ObjectIdentifier(loop)] { return turns }
      let turns = NIOLoopBound(LoopTurns(), eventLoop: loop)
      all[ObjectIdentifier(loop)] = turns
      return turns
    }.value
  }

  /// Goes on in the next round.
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
    let begin = loop.now
    let round = self.waiting
    self.waiting = []
    // Whoever has to wait again, waits for the next one, which begins after a pause from its end.
    for goOn in round { goOn() }
    self.isScheduled = false
    guard !self.waiting.isEmpty else { return }
    let pause = TimeAmount.nanoseconds((loop.now - begin).nanoseconds / Self.part)
    self.schedule(in: max(pause, Self.shortestPause), on: loop)
  }
}
