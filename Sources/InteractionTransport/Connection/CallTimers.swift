import HeapModule
import NIOCore

/// Wakes the calls of a connection, with one task of its event loop for all of them.
///
/// An event loop looks through all its tasks to cancel one, and calls that end together cancel theirs
/// together: thousands would hold it up for seconds. Here a timer that is cancelled only stays behind
/// until its time, or until there are more of its kind than of others.
final class CallTimers {
  /// Something that is to be done once, unless it is cancelled.
  final class Timer {
    fileprivate var act: (() -> Void)?
    private weak var timers: CallTimers?

    fileprivate init(_ act: @escaping () -> Void, _ timers: CallTimers) {
      self.act = act
      self.timers = timers
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

  /// So many are woken before others have their turn: it may be the end of their calls.
  private static let atOnce = 4

  private let turns: LoopTurns
  private var entries = Heap<Entry>()
  private var cancelled = 0
  /// When the event loop comes by, no later than the first is due.
  private var wake: (due: NIODeadline, task: Scheduled<Void>)?

  /// - Parameter turns: Those of the event loop.
  init(turns: LoopTurns = LoopTurns()) {
    self.turns = turns
  }

  deinit {
    self.wake?.task.cancel()
  }

  /// How many wait, the cancelled ones among them.
  var count: Int { self.entries.count }

  func schedule(
    in time: TimeAmount, on loop: any EventLoop, _ act: @escaping () -> Void
  ) -> Timer {
    let timer = Timer(act, self)
    self.entries.insert(Entry(due: loop.now + time, timer: timer))
    self.arm(on: loop)
    return timer
  }

  private func arm(on loop: any EventLoop) {
    guard let due = self.entries.min?.due else { return }
    if let wake {
      guard due < wake.due else { return }
      wake.task.cancel()
    }
    let task = loop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      if let self { self.run(on: loop) }
    }
    self.wake = (due, task)
  }

  private func run(on loop: any EventLoop) {
    let now = loop.now
    var left = Self.atOnce
    while let first = self.entries.min, first.due <= now || first.timer.act == nil {
      guard left > 0 else {
        return self.turns.wait(on: loop) { [weak self] in
          if let self { self.run(on: loop) }
        }
      }
      self.entries.removeMin()
      guard let act = first.timer.act else {
        self.cancelled -= 1
        continue
      }
      left -= 1
      first.timer.act = nil
      act()
    }
    self.wake = nil
    self.arm(on: loop)
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
