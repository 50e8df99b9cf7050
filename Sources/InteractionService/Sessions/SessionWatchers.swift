package import InteractionCore
import Synchronization

/// Something that happened in a session.
@available(InteractionEngine 1.0, *)
package enum SessionMoment: Hashable, Sendable {
  /// An event was applied: a client's, a backend's or the server's own.
  case event(Event)
  /// A directive was decided.
  case directive(Directive)
}

/// The operators' watches of a session. None of them slows it: what a watcher does not read in time
/// is left out, and counted.
@available(InteractionEngine 1.0, *)
struct SessionWatchers: Sendable {
  /// What a watcher sees.
  enum Sight: Sendable {
    case moment(SessionMoment)
    /// So many moments are missing here.
    case missed(UInt64)
    /// The session is over, for this reason; empty if its client ended it.
    case ended(String)
  }

  /// The most moments that wait for one watcher.
  static let capacity = 1024
  /// How many may look at one session.
  static let maximum = 16

  /// What a watcher that is behind has to be told at the end, when there is no room for it.
  final class Rest: Sendable {
    private let sights = Mutex<[Sight]>([])

    fileprivate func add(_ sight: Sight) { self.sights.withLock { $0.append(sight) } }

    /// What was not told yet.
    var all: [Sight] { self.sights.withLock { $0 } }
  }

  /// How much a watcher was given, for those who wait until it has taken all of that.
  final class Tally: Sendable {
    private let given = Atomic<UInt64>(0)

    fileprivate func add() { self.given.add(1, ordering: .relaxed) }

    /// How many sights it was given.
    var count: UInt64 { self.given.load(ordering: .relaxed) }
  }

  /// One watch of a session.
  struct View: Sendable {
    /// To leave with.
    let id: UInt64
    /// What happens, as far as it is read in time.
    let sights: AsyncStream<Sight>
    /// What comes after that.
    let rest: Rest
    let tally: Tally
  }

  private struct Watcher: Sendable {
    let sights: AsyncStream<Sight>.Continuation
    let rest: Rest
    let tally: Tally
    var missed: UInt64 = 0

    mutating func see(_ moment: SessionMoment) {
      if self.missed > 0, case .enqueued = self.sights.yield(.missed(self.missed)) {
        self.missed = 0
        self.tally.add()
      }
      if self.missed > 0 {
        self.missed += 1
      } else if case .dropped = self.sights.yield(.moment(moment)) {
        self.missed = 1
      } else {
        self.tally.add()
      }
    }
  }

  private var watchers: [UInt64: Watcher] = [:]
  private var last: UInt64 = 0

  init() {}

  /// Whether there is a watcher.
  var isEmpty: Bool { self.watchers.isEmpty }

  /// Adds a watcher; nil if there are enough.
  mutating func add(capacity: Int = Self.capacity) -> View? {
    guard self.watchers.count < Self.maximum else { return nil }
    let (sights, continuation) = AsyncStream.makeStream(
      of: Sight.self, bufferingPolicy: .bufferingOldest(capacity))
    self.last += 1
    let (rest, tally) = (Rest(), Tally())
    self.watchers[self.last] = Watcher(sights: continuation, rest: rest, tally: tally)
    return View(id: self.last, sights: sights, rest: rest, tally: tally)
  }

  mutating func remove(_ id: UInt64) {
    self.watchers.removeValue(forKey: id)?.sights.finish()
  }

  /// Shows what has happened.
  mutating func pass(on moments: [SessionMoment]) {
    guard !moments.isEmpty else { return }
    for id in self.watchers.keys {
      for moment in moments { self.watchers[id]?.see(moment) }
    }
  }

  /// The session is over.
  mutating func end(_ reason: String) {
    for watcher in self.watchers.values {
      if watcher.missed > 0 { watcher.rest.add(.missed(watcher.missed)) }
      watcher.rest.add(.ended(reason))
      watcher.sights.finish()
    }
    self.watchers = [:]
  }
}
