import InteractionCore

/// The queue of events until a checkpoint contains them: those to be sent, and those to be resent
/// after a lost connection.
///
/// An event gets its sequence number when it is first sent. Superseded movements are conflated once
/// the queue is half full; taps and changes of phase never are.
struct Outbox: Sendable {
  /// The default maximum number of events.
  static let defaultCapacity = 8192

  private let capacity: Int
  /// The events in order; those with a sequence number come first.
  private(set) var events: [InteractionEvent] = []
  /// The number of ``events`` that have been sent on this connection.
  private var sent = 0
  /// The number of ``events`` that have a sequence number.
  private var numberedCount = 0
  private var nextSequence: UInt64 = 1
  /// The newest event that the server has applied.
  private(set) var acked: UInt64 = 0
  /// The total number of events that were numbered; a new session numbers its events again.
  private(set) var numbered = 0
  /// The number of movements that were conflated.
  private(set) var conflated = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Restores the events that were saved before a restart of the app, all unsent; the next new
  /// event gets the number `next`.
  init(capacity: Int, keeping events: [InteractionEvent], next: UInt64, acked: UInt64) {
    self.init(capacity: capacity)
    self.events = events
    self.numberedCount = events.count
    self.nextSequence = next
    self.acked = acked
  }

  /// The events in order; those without a sequence number come last.
  var kept: [InteractionEvent] { self.events }

  /// A Boolean value that indicates whether the events exceed the capacity, so that the session
  /// must end.
  var isOverfull: Bool { self.events.count > self.capacity }

  /// A Boolean value that indicates whether every event has been sent and applied.
  var isSettled: Bool { self.sent == self.events.count && self.acked + 1 >= self.nextSequence }

  /// The sequence number of the oldest event, or of the next one if there is none.
  var first: UInt64 { self.numberedCount > 0 ? self.events[0].sequence : self.nextSequence }

  /// The time of the oldest unacknowledged event; nil if there is none.
  var oldestPending: Instant? {
    let acked = self.events[..<self.numberedCount].prefix { $0.sequence <= self.acked }.count
    return self.events.dropFirst(acked).first?.time
  }

  mutating func append(_ new: [InteractionEvent]) {
    guard !new.isEmpty else { return }
    self.events += new
    if self.events.count > self.capacity / 2 { self.conflate() }
  }

  /// Returns the next events to send, at most `count`. They stay in the queue if `keeping` is true,
  /// to be resent.
  mutating func next(_ count: Int, keeping: Bool) -> [InteractionEvent] {
    let range = self.sent ..< min(self.sent + count, self.events.count)
    guard !range.isEmpty else { return [] }
    for index in range where index >= self.numberedCount {
      self.events[index].sequence = self.nextSequence
      self.nextSequence += 1
      self.numbered += 1
    }
    self.numberedCount = max(self.numberedCount, range.upperBound)
    self.sent = range.upperBound
    let events = Array(self.events[range])
    if !keeping { self.drop(self.sent) }
    return events
  }

  /// Records that the server has applied all events up to `event`.
  mutating func acknowledge(_ event: UInt64) {
    self.acked = max(self.acked, event)
  }

  /// Removes the events up to `event`, which a checkpoint contains.
  mutating func removeCheckpointed(through event: UInt64) {
    self.drop(self.events[..<self.numberedCount].prefix { $0.sequence <= event }.count)
  }

  /// Resumes on a new connection after `event`: all later events are resent.
  mutating func rewind(to event: UInt64) {
    self.sent = self.events[..<self.numberedCount].prefix { $0.sequence <= event }.count
    self.nextSequence = max(self.nextSequence, event + 1)
    self.acked = max(self.acked, event)
  }

  /// Empties the queue, and returns the unacknowledged events in order.
  mutating func takePending() -> [InteractionEvent] {
    let acked = self.events[..<self.numberedCount].prefix { $0.sequence <= self.acked }.count
    let pending = Array(self.events.dropFirst(acked))
    self.events = []
    (self.sent, self.numberedCount, self.nextSequence, self.acked) = (0, 0, 1, 0)
    return pending
  }

  /// Renumbers the unacknowledged events for a new session. The client has shown no effect of them.
  mutating func restart() {
    self.drop(self.events[..<self.numberedCount].prefix { $0.sequence <= self.acked }.count)
    (self.sent, self.numberedCount, self.nextSequence, self.acked) = (0, 0, 1, 0)
  }

  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    self.events.removeFirst(count)
    self.sent = max(self.sent - count, 0)
    self.numberedCount -= count
  }

  /// Conflates unsent movements: one is dropped if a later one supersedes it with nothing but
  /// movements between. Of consecutive ticks the last remains.
  private mutating func conflate() {
    var kept: [InteractionEvent] = []
    var later: Set<MovementSubject> = []
    var isTickLater = false
    for event in self.events[self.numberedCount...].reversed() {
      if let movement = event.movement {
        if later.insert(movement).inserted { kept.append(event) }
        continue
      }
      let isTick = event.kind == .tick
      if isTick && isTickLater { continue }
      kept.append(event)
      (later, isTickLater) = ([], isTick)
    }
    self.conflated += self.events.count - self.numberedCount - kept.count
    self.events.replaceSubrange(self.numberedCount..., with: kept.reversed())
  }
}
