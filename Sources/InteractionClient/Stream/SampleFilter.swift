public import InteractionCore

/// Leaves out the scroll samples that cannot matter: those that stay inside one cell between two
/// trigger lines. The engine's directives are the same with and without.
@available(InteractionEngine 1.0, *)
public struct SampleFilter: Sendable {
  /// The longest that a moving list stays unheard of: half of what a coasting one may be silent
  /// before it counts as settled (rule S3).
  public static let maximumSilence = TimeSpan.milliseconds(500)
  /// How long a sample that was left out waits for another one.
  public static let maximumWait = TimeSpan.milliseconds(250)

  /// What the filter knows of one list.
  private struct List: Sendable {
    /// Which movement the newest sample belongs to.
    var phase: Scroll.Phase?
    var drag: UInt32?
    /// What the next sample is compared with, mostly the offset of the newest one, sent or not; nil
    /// if it has to be sent.
    var previous: Double?
    /// The newest sample that was left out and may still have to be sent.
    var skipped: Event?
    /// When this list was last heard of.
    var lastSent = Instant.zero
    /// The finger's velocity, which the engine cannot see (rule S7).
    var velocity = VelocityTracker()
  }

  private var lines: [SourceID: TriggerLines] = [:]
  private var lists: [SourceID: List] = [:]
  private var dragStarts: [SourceID: Double] = [:]
  /// How many events were let through and left out.
  public private(set) var sent = 0
  public private(set) var skipped = 0

  /// A filter that lets everything through until it has lines.
  public init() {}

  /// Takes in the lines of one list; its next sample is sent whatever it is.
  public mutating func setLines(_ lines: TriggerLines, of source: SourceID) {
    self.lines[source] = lines
    self.lists[source]?.previous = nil
  }

  /// When a sample that was left out has to be sent after all.
  public var nextFlush: Instant? {
    self.lists.values.compactMap { $0.skipped.map { $0.time + Self.maximumWait } }.min()
  }

  /// Takes in an event; returns what to send now, in order.
  public mutating func admit(_ event: Event) -> [Event] {
    let overdue = self.flush(at: event.time)
    guard case .scroll(var scroll) = event.kind else {
      // Anything else may look at where the lists are: they have to be heard of first, and again
      // right after.
      let flushed = self.flush { _ in true }
      for source in self.lists.keys { self.lists[source]?.previous = nil }
      self.sent += 1
      return overdue + flushed + [event]
    }
    self.follow(&scroll, at: event.time)
    var event = event
    event.kind = .scroll(scroll)
    if self.canSkip(scroll, at: event.time) {
      self.lists[scroll.source]?.skipped = event
      self.lists[scroll.source]?.previous = scroll.y
      self.skipped += 1
      return overdue
    }
    // Nothing is sent out of order of time: other lists' samples go first.
    let isSample = scroll.phase.isSample
    let stays = isSample && self.isInCell(scroll)
    if stays { self.lists[scroll.source]?.skipped = nil }
    let flushed = self.flush { _ in true }
    self.sent += 1
    self.lists[scroll.source]?.lastSent = event.time
    if isSample {
      self.lists[scroll.source]?.phase = scroll.phase
      self.lists[scroll.source]?.drag = scroll.drag
      self.lists[scroll.source]?.previous = scroll.y
    } else {
      let last = self.lists[scroll.source]?.previous
      for source in self.lists.keys { self.lists[source]?.previous = nil }
      self.begin(after: scroll, last: last)
    }
    return overdue + flushed + [event]
  }

  /// What the first sample of the movement that `scroll` begins is compared with.
  ///
  /// The first one of a drag, with its start, unless a rule goes by starts itself. The first one of
  /// its way out, with the drag's last sample: the lift is none, but it has to lie in the same
  /// cell.
  private mutating func begin(after scroll: Scroll, last: Double?) {
    let source = scroll.source
    switch scroll.phase {
    case .began where self.lines[source]?.dragStarts.isEmpty ?? false:
      self.lists[source]?.phase = .moved
      self.lists[source]?.previous = scroll.y
    case .ended where self.lists[source]?.phase == .moved:
      self.lists[source]?.phase = .decelerating
      self.lists[source]?.previous = last
      var lift = scroll
      lift.phase = .decelerating
      if !self.isInCell(lift) { self.lists[source]?.previous = nil }
    case .began, .ended, .cancelled, .settled, .moved, .decelerating, .programmaticBegan,
      .programmaticMoved, .programmaticEnded:
      self.lists[source]?.phase = nil
    }
  }

  /// What has been left out for too long at `now`, in order.
  public mutating func flush(at now: Instant) -> [Event] {
    self.flush { $0.time + Self.maximumWait <= now }
  }

  /// Everything that has been left out, for the end of the session.
  public mutating func flushAll() -> [Event] {
    self.flush { _ in true }
  }

  private mutating func flush(_ isDue: (Event) -> Bool) -> [Event] {
    var flushed: [Event] = []
    for source in self.lists.keys {
      guard let event = self.lists[source]?.skipped, isDue(event) else { continue }
      self.lists[source]?.skipped = nil
      self.lists[source]?.lastSent = event.time
      flushed.append(event)
    }
    self.sent += flushed.count
    self.skipped -= flushed.count
    // By name at the same time: the order must not hang on how a dictionary hashes.
    return flushed.sorted { ($0.time, $0.sourceName) < ($1.time, $1.sourceName) }
  }

  /// Keeps up with drags: where they started and how fast the finger is.
  private mutating func follow(_ scroll: inout Scroll, at time: Instant) {
    var list = self.lists[scroll.source] ?? List()
    switch scroll.phase {
    case .began:
      self.startDrag(scroll, at: time, in: &list)
    case .moved, .ended:
      if list.drag != scroll.drag { self.startDrag(scroll, at: time, in: &list) }
      list.velocity.add(scroll.y, at: time)
      if scroll.phase == .ended && scroll.velocity == nil {
        scroll.velocity = list.velocity.velocity(at: time)
      }
    case .decelerating, .settled, .cancelled:
      if list.drag != scroll.drag { self.startDrag(scroll, at: time, in: &list) }
    case .programmaticBegan, .programmaticEnded:
      // A finger that is still down starts anew after the app's move.
      list.drag = nil
    case .programmaticMoved:
      break
    }
    self.lists[scroll.source] = list
  }

  private mutating func startDrag(_ scroll: Scroll, at time: Instant, in list: inout List) {
    list.drag = scroll.drag
    list.phase = nil
    list.previous = nil
    list.velocity.reset()
    list.velocity.add(scroll.y, at: time)
    self.dragStarts[scroll.source] = scroll.y
  }

  private func canSkip(_ scroll: Scroll, at time: Instant) -> Bool {
    guard scroll.phase.isSample, self.isInCell(scroll), let list = self.lists[scroll.source] else {
      return false
    }
    return time - list.lastSent < Self.maximumSilence
  }

  /// Whether a sample lies in the cell of the one before it, in the same movement.
  private func isInCell(_ scroll: Scroll) -> Bool {
    guard let lines = self.lines[scroll.source], !lines.needsEverySample,
      let list = self.lists[scroll.source], list.phase == scroll.phase,
      list.drag == scroll.drag || scroll.drag == 0,
      let previous = list.previous
    else { return false }
    return lines.areInOneCell(previous, scroll.y, in: scroll.phase)
      && lines.dragStarts.allSatisfy { source in
        guard let start = self.dragStarts[source] else { return true }
        return TriggerLines.areTogether(previous, scroll.y, beside: start)
      }
  }
}

@available(InteractionEngine 1.0, *)
extension Event {
  fileprivate var sourceName: String {
    guard case .scroll(let scroll) = self.kind else { return "" }
    return scroll.source.name
  }
}
