import HeapModule
import NIOCore

/// Wakes the calls of an event loop, with one task for all of them.
///
/// An event loop looks through all its tasks to cancel one, and calls that end together cancel
/// theirs together: thousands would hold it up for seconds. Here a timer that is cancelled only
/// stays behind until its time, or until there are more of its kind than of others.
///
/// Times are rounded up, so that calls which are due at nearly the same time are woken together:
/// to 0.1 ms, and those a second away and further to 50 ms.
///
/// To be woken may be the end of a call, and hundreds may have to end in the same moment. They do
/// so a few at a time, with pauses that leave most of the event loop to the others.
final class CallTimers {
  /// Something that is to be done once, unless it is cancelled.
  final class Timer {
    private let asked: NIODeadline
    /// When it rings: when that was asked for, rounded up.
    private let due: NIODeadline
    fileprivate var act: (() -> Void)?
    private weak var timers: CallTimers?

    fileprivate init(
      at asked: NIODeadline, due: NIODeadline, _ timers: CallTimers, _ act: @escaping () -> Void
    ) {
      self.asked = asked
      self.due = due
      self.act = act
      self.timers = timers
    }

    /// Whether it rings in time for what is due at `time`: what it was set for, or what is due no
    /// earlier than it rings.
    func serves(_ time: NIODeadline) -> Bool {
      time == self.asked || self.due <= time
    }

    func cancel() {
      guard self.act != nil else { return }
      self.act = nil
      self.timers?.noteCancelled()
    }
  }

  private struct Entry: Comparable {
    let due: NIODeadline
    let timer: Timer

    static func < (a: Self, b: Self) -> Bool { a.due < b.due }
    static func == (a: Self, b: Self) -> Bool { a.due == b.due }
  }

  /// So many that are cancelled may stay behind.
  private static let fewCancelled = 32

  /// At least so many are woken between two pauses, and as many as there is time for in a round.
  private static let atOnce = 4
  static let round = TimeAmount.microseconds(200)
  /// A pause is so many times as long as what was done before it.
  private static let patience: Int64 = 3
  static let shortestPause = TimeAmount.microseconds(5)
  /// To which times are rounded, ns.
  private static let step: UInt64 = 100_000
  /// To which those that are far away are, such as when a silent client counts as lost.
  private static let coarseStep: UInt64 = 50_000_000
  private static let far = TimeAmount.seconds(1)

  private let now: () -> NIODeadline
  private var entries = Heap<Entry>()
  private var cancelled = 0
  /// When the event loop comes by, no later than the first is due; in a pause, nothing is earlier.
  private var wake: (due: NIODeadline, task: Scheduled<Void>)?

  init(now: @escaping () -> NIODeadline = { .now() }) {
    self.now = now
  }

  deinit {
    self.wake?.task.cancel()
  }

  /// How many wait, the cancelled ones among them.
  var count: Int { self.entries.count }

  func schedule(
    in time: TimeAmount, on loop: any EventLoop, _ act: @escaping () -> Void
  ) -> Timer {
    self.schedule(at: loop.now + time, on: loop, act)
  }

  func schedule(
    at time: NIODeadline, on loop: any EventLoop, _ act: @escaping () -> Void
  ) -> Timer {
    let isFar = time - loop.now >= Self.far
    let due = Self.rounded(time, to: isFar ? Self.coarseStep : Self.step)
    let timer = Timer(at: time, due: due, self, act)
    self.entries.insert(Entry(due: due, timer: timer))
    self.arm(on: loop)
    return timer
  }

  private static func rounded(_ time: NIODeadline, to step: UInt64) -> NIODeadline {
    let past = time.uptimeNanoseconds % step
    return past == 0 ? time : time + .nanoseconds(Int64(step - past))
  }

  private func arm(on loop: any EventLoop) {
    guard let due = self.entries.min?.due else { return }
    if let wake {
      guard due < wake.due else { return }
      wake.task.cancel()
    }
    self.wake = (due, self.comeBy(at: due, on: loop))
  }

  private func comeBy(at time: NIODeadline, on loop: any EventLoop) -> Scheduled<Void> {
    loop.assumeIsolated().scheduleTask(deadline: time) { [weak self] in
      if let self { self.run(on: loop) }
    }
  }

  private func run(on loop: any EventLoop) {
    let due = loop.now
    let begin = self.now()
    var left = Self.atOnce
    while left > 0 || self.now() - begin < Self.round, let timer = self.popFirst(due: due) {
      guard let act = timer.act else {
        self.cancelled -= 1
        continue
      }
      left -= 1
      timer.act = nil
      act()
    }
    self.wake = nil
    guard let next = self.entries.min?.due, next <= due else { return self.arm(on: loop) }
    let pause = TimeAmount.nanoseconds((self.now() - begin).nanoseconds * Self.patience)
    let end = loop.now + max(pause, Self.shortestPause)
    self.wake = (.distantPast, self.comeBy(at: end, on: loop))
  }

  private func popFirst(due: NIODeadline) -> Timer? {
    guard let first = self.entries.min, first.due <= due || first.timer.act == nil else {
      return nil
    }
    return self.entries.removeMin().timer
  }

  private func noteCancelled() {
    self.cancelled += 1
    guard self.cancelled > Self.fewCancelled, self.cancelled * 2 > self.entries.count else {
      return
    }
    self.entries = Heap(self.entries.unordered.filter { $0.timer.act != nil })
    self.cancelled = 0
  }
}
