import HeapModule
import NIOCore

/// The timers of the calls of an event loop, on one scheduled task.
///
/// An event loop searches all its tasks to cancel one, so that thousands of calls that end together
/// would block it for seconds. Here a cancelled timer stays in the heap until it is due, or until
/// the cancelled ones are the majority.
///
/// Deadlines are rounded up, so that nearby timers are coalesced: to 0.1 ms, or to 50 ms if they
/// are at least a second away.
///
/// A timer may end a call, and hundreds may be due at once. They fire in small batches, with pauses
/// that leave most of the event loop's time to other work.
final class CallTimers {
  /// A one-shot timer that can be cancelled.
  final class Timer {
    private let asked: NIODeadline
    /// The time at which it fires: the requested one, rounded up.
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

    /// Returns whether the timer can serve a deadline: the requested one, or any that is not before
    /// it fires.
    func covers(_ time: NIODeadline) -> Bool {
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

  /// The number of cancelled timers that may always stay in the heap.
  private static let fewCancelled = 32

  /// The minimum number of timers per batch, and the duration up to which a batch grows.
  private static let minimumBatch = 4
  static let batchDuration = TimeAmount.microseconds(200)
  /// The length of a pause, as a multiple of the batch before it.
  private static let pauseFactor: Int64 = 3
  static let shortestPause = TimeAmount.microseconds(5)
  /// The granularity of deadlines, ns.
  private static let step: UInt64 = 100_000
  /// The granularity of distant deadlines, ns, such as the loss of a silent client.
  private static let coarseStep: UInt64 = 50_000_000
  private static let far = TimeAmount.seconds(1)

  private let now: () -> NIODeadline
  private var entries = Heap<Entry>()
  private var cancelled = 0
  /// The scheduled task and its time, at or before the first deadline; `.distantPast` during a
  /// pause, so that no earlier deadline replaces it.
  private var wake: (due: NIODeadline, task: Scheduled<Void>)?

  init(now: @escaping () -> NIODeadline = { .now() }) {
    self.now = now
  }

  deinit {
    self.wake?.task.cancel()
  }

  /// The number of timers in the heap, including cancelled ones.
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
    self.wake = (due, self.scheduleRun(at: due, on: loop))
  }

  private func scheduleRun(at time: NIODeadline, on loop: any EventLoop) -> Scheduled<Void> {
    loop.assumeIsolated().scheduleTask(deadline: time) { [weak self] in
      if let self { self.run(on: loop) }
    }
  }

  private func run(on loop: any EventLoop) {
    let due = loop.now
    let begin = self.now()
    var left = Self.minimumBatch
    while left > 0 || self.now() - begin < Self.batchDuration, let timer = self.popFirst(due: due) {
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
    let pause = TimeAmount.nanoseconds((self.now() - begin).nanoseconds * Self.pauseFactor)
    let end = loop.now + max(pause, Self.shortestPause)
    self.wake = (.distantPast, self.scheduleRun(at: end, on: loop))
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
