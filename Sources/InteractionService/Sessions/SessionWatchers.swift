import InteractionCore

/// Something that happened in a session.
enum SessionMoment: Hashable, Sendable {
  /// An event was applied, whoever it came from.
  case event(Event)
  /// A directive was decided.
  case directive(Directive)
}

/// Who looks on while a session runs. Nobody who looks slows it: what is not read in time is left
/// out, and counted.
struct SessionWatchers: Sendable {
  /// What a watcher sees.
  enum Sight: Sendable {
    case moment(SessionMoment)
    /// So many moments are missing here.
    case missed(UInt64)
    /// The session is over, for this reason; empty if its client ended it.
    case ended(String)
  }

  /// How much waits for one watcher.
  static let capacity = 4096
  /// How many may look at one session.
  static let maximum = 16

  private struct Watcher: Sendable {
    let sights: AsyncStream<Sight>.Continuation
    var missed: UInt64 = 0

    mutating func see(_ moment: SessionMoment) {
      if self.missed > 0, case .enqueued = self.sights.yield(.missed(self.missed)) {
        self.missed = 0
      }
      if self.missed > 0 {
        self.missed += 1
      } else if case .dropped = self.sights.yield(.moment(moment)) {
        self.missed = 1
      }
    }
  }

  private var watchers: [UInt64: Watcher] = [:]
  private var last: UInt64 = 0

  init() {}

  /// Whether anybody looks.
  var isEmpty: Bool { self.watchers.isEmpty }

  /// Lets somebody look; nil if enough do. The number is to leave with.
  mutating func add(capacity: Int = Self.capacity) -> (id: UInt64, sights: AsyncStream<Sight>)? {
    guard self.watchers.count < Self.maximum else { return nil }
    let (sights, continuation) = AsyncStream.makeStream(
      of: Sight.self, bufferingPolicy: .bufferingOldest(capacity))
    self.last += 1
    self.watchers[self.last] = Watcher(sights: continuation)
    return (self.last, sights)
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
      // Room for the end is made by nobody: a watcher that is behind learns it from the stream's end.
      watcher.sights.yield(.ended(reason))
      watcher.sights.finish()
    }
    self.watchers = [:]
  }
}
