import InteractionCore

/// The events of a session that are not safe yet: those to be sent, and those that no checkpoint
/// contains, which have to be sent again after a connection was lost.
///
/// An event gets its number when it is sent for the first time. While too many wait, movements that
/// a later one overtakes are left out; taps and changes of phase never are.
@available(InteractionEngine 1.0, *)
struct Outbox: Sendable {
  /// How many events are kept at most.
  static let defaultCapacity = 8192

  private let capacity: Int
  /// In order; those that have been numbered come first.
  private(set) var events: [Event] = []
  /// How many of ``events`` have been sent on this connection.
  private var sent = 0
  /// How many of ``events`` have a number.
  private var known = 0
  private var nextSequence: UInt64 = 1
  /// The last event that the server has applied.
  private(set) var acked: UInt64 = 0
  /// How many events have got a number, over all numberings.
  private(set) var numbered = 0
  /// How many events were left out, since a later one overtakes them.
  private(set) var coalesced = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// What was kept across a restart of the app: `events`, of which none has been sent on a
  /// connection of this run, the next of which has the number `next`.
  init(capacity: Int, keeping events: [Event], next: UInt64, acked: UInt64) {
    self.init(capacity: capacity)
    self.events = events
    self.known = events.count
    self.nextSequence = next
    self.acked = acked
  }

  /// The events in order; those without a number follow the others.
  var kept: [Event] { self.events }

  /// Whether something that must not be left out has no room: the session cannot go on.
  var isOverfull: Bool { self.events.count > self.capacity }

  /// Whether everything has been sent and applied.
  var isSettled: Bool { self.sent == self.events.count && self.acked + 1 >= self.nextSequence }

  /// The oldest event that is kept, or the number of the next one.
  var first: UInt64 { self.known > 0 ? self.events[0].sequence : self.nextSequence }

  /// When the oldest event happened that the server has not acknowledged; nil if there is none.
  var oldestPending: Instant? {
    let acked = self.events[..<self.known].prefix { $0.sequence <= self.acked }.count
    return self.events.dropFirst(acked).first?.time
  }

  mutating func append(_ new: [Event]) {
    guard !new.isEmpty else { return }
    self.events += new
    if self.events.count > self.capacity / 2 { self.thinOut() }
  }

  /// The next events to send, at most `count`; they are kept where they may have to be sent again.
  mutating func next(_ count: Int, keeping: Bool) -> [Event] {
    let range = self.sent ..< min(self.sent + count, self.events.count)
    guard !range.isEmpty else { return [] }
    for index in range where index >= self.known {
      self.events[index].sequence = self.nextSequence
      self.nextSequence += 1
      self.numbered += 1
    }
    self.known = max(self.known, range.upperBound)
    self.sent = range.upperBound
    let events = Array(self.events[range])
    if !keeping { self.drop(self.sent) }
    return events
  }

  /// The server has applied everything up to `event`.
  mutating func acknowledge(_ event: UInt64) {
    self.acked = max(self.acked, event)
  }

  /// A checkpoint contains everything up to `event`.
  mutating func secure(_ event: UInt64) {
    self.drop(self.events[..<self.known].prefix { $0.sequence <= event }.count)
  }

  /// A new connection goes on after `event`: everything later is sent again.
  mutating func rewind(to event: UInt64) {
    self.sent = self.events[..<self.known].prefix { $0.sequence <= event }.count
    self.nextSequence = max(self.nextSequence, event + 1)
    self.acked = max(self.acked, event)
  }

  /// Gives up everything; returns what no server is known to have applied, in order.
  mutating func takePending() -> [Event] {
    let acked = self.events[..<self.known].prefix { $0.sequence <= self.acked }.count
    let pending = Array(self.events.dropFirst(acked))
    self.events = []
    (self.sent, self.known, self.nextSequence, self.acked) = (0, 0, 1, 0)
    return pending
  }

  /// A new session begins: what the old one had not applied gets new numbers. Nothing that was not
  /// acknowledged has had any effect that the client has seen.
  mutating func restart() {
    self.drop(self.events[..<self.known].prefix { $0.sequence <= self.acked }.count)
    (self.sent, self.known, self.nextSequence, self.acked) = (0, 0, 1, 0)
  }

  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    self.events.removeFirst(count)
    self.sent = max(self.sent - count, 0)
    self.known -= count
  }

  /// Leaves out movements that wait and are overtaken by a later one, with nothing but movements
  /// between the two; of ticks the last.
  private mutating func thinOut() {
    var kept: [Event] = []
    var later: Set<Movement> = []
    var isTickLater = false
    for event in self.events[self.known...].reversed() {
      if let movement = event.movement {
        if later.insert(movement).inserted { kept.append(event) }
        continue
      }
      let isTick = event.kind == .tick
      if isTick && isTickLater { continue }
      kept.append(event)
      (later, isTickLater) = ([], isTick)
    }
    self.coalesced += self.events.count - self.known - kept.count
    self.events.replaceSubrange(self.known..., with: kept.reversed())
  }
}
