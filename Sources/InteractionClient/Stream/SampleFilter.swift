public import InteractionCore

/// A filter that skips redundant scroll samples: those that stay in one cell between two trigger
/// lines. The engine's directives are the same with and without it.
public struct SampleFilter: Sendable {
  /// The maximum time between two sent samples of a moving list: half of the silence after which a
  /// decelerating list counts as settled (rule S3).
  public static let maximumSilence = TimeSpan.milliseconds(500)
  /// The maximum delay of a skipped sample before it is sent.
  public static let maximumWait = TimeSpan.milliseconds(250)

  /// The filter's state for one list.
  private struct List: Sendable {
    /// The phase of the current movement; nil if none has begun.
    var phase: Scroll.Phase?
    var drag: UInt32?
    /// The offset that the next sample is compared with, usually the newest one, sent or not; nil
    /// if the next sample has to be sent.
    var previous: Double?
    /// The list's travel (rule R12).
    var travel = FollowedTravel()
    /// The newest skipped sample that may still have to be sent.
    var skipped: InteractionEvent?
    /// The time of the newest sent sample.
    var lastSent = Instant.zero
    /// The finger's velocity, which the engine cannot derive from the remaining samples (rule S7).
    var velocity = VelocityTracker()
  }

  private var lines: [SourceID: TriggerLines] = [:]
  private var lists: [SourceID: List] = [:]
  private var dragStarts: [SourceID: Double] = [:]
  /// The surface, on which the end of a list's content depends; nil if it is unknown.
  private var surface: Surface?
  /// A Boolean value that indicates whether the engine's session began with the filter's first
  /// event, so that both know the same travels.
  private var isComplete = true
  /// The number of sent events.
  public private(set) var sent = 0
  /// The number of skipped samples.
  public private(set) var skipped = 0

  /// Creates a filter, which skips nothing until it has trigger lines.
  ///
  /// - Parameter surface: The surface of the session; without it, samples of lists whose travel
  ///   counts are never skipped once their content size is known.
  public init(on surface: Surface? = nil) {
    self.surface = surface
  }

  /// Prepares the filter for an engine that has not received all its events: samples of lists whose
  /// travel counts are sent until the content's size is reported and the list changes direction.
  mutating func continueElsewhere() {
    self.isComplete = false
    for source in self.lists.keys { self.lists[source]?.travel = FollowedTravel(isKnown: false) }
  }

  /// Sets the trigger lines of a list; its next sample is sent in any case.
  public mutating func setLines(_ lines: TriggerLines, of source: SourceID) {
    self.lines[source] = lines
    self.lists[source]?.previous = nil
  }

  /// The time at which a skipped sample has to be sent; nil if there is none.
  public var nextFlush: Instant? {
    self.lists.values.compactMap { $0.skipped.map { $0.time + Self.maximumWait } }.min()
  }

  /// Filters an event; returns the events to send now, in order.
  public mutating func admit(_ event: InteractionEvent) -> [InteractionEvent] {
    let overdue = self.flush(at: event.time)
    guard case .scroll(var scroll) = event.kind else {
      // Other events may depend on the lists' offsets: skipped samples are sent before, and the
      // next samples in any case.
      let flushed = self.flush { _ in true }
      for source in self.lists.keys { self.lists[source]?.previous = nil }
      self.sent += 1
      self.follow(event.kind)
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
    // Events stay ordered by time: the skipped samples of other lists go first.
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

  /// Sets the offset that the first sample of the next movement is compared with.
  ///
  /// The first sample of a drag is compared with the drag's start, unless a rule depends on drag
  /// starts. The first sample of a deceleration is compared with the drag's last sample, if the
  /// offset of the lift lies in the same cell.
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

  /// Returns the samples that were skipped too long ago at `now`, in order.
  public mutating func flush(at now: Instant) -> [InteractionEvent] {
    self.flush { $0.time + Self.maximumWait <= now }
  }

  /// Returns all skipped samples, for the end of the session.
  public mutating func flushAll() -> [InteractionEvent] {
    self.flush { _ in true }
  }

  private mutating func flush(_ isDue: (InteractionEvent) -> Bool) -> [InteractionEvent] {
    var flushed: [InteractionEvent] = []
    for source in self.lists.keys {
      guard let event = self.lists[source]?.skipped, isDue(event) else { continue }
      self.lists[source]?.skipped = nil
      self.lists[source]?.lastSent = event.time
      flushed.append(event)
    }
    self.sent += flushed.count
    self.skipped -= flushed.count
    // Ordered by name at equal times: the order must not depend on hashing.
    return flushed.sorted { ($0.time, $0.sourceName) < ($1.time, $1.sourceName) }
  }

  /// Updates the surface and the content sizes, on which the ends of the lists depend.
  mutating func follow(_ kind: InteractionEvent.Kind) {
    let newList = self.newList
    switch kind {
    case .surface(let surface):
      self.surface = surface
    case .contentSize(let source, let size):
      self.lists[source, default: newList].travel.contentHeight = .reported(size.height)
    case .listShown(let source, _):
      self.lists[source, default: newList].travel = FollowedTravel(isKnown: false)
    default:
      break
    }
  }

  private var newList: List { List(travel: FollowedTravel(isKnown: self.isComplete)) }

  /// Tracks drags: their starts and the finger's velocity.
  private mutating func follow(_ scroll: inout Scroll, at time: Instant) {
    var list = self.lists[scroll.source] ?? self.newList
    list.travel.follow(scroll, on: self.surface, by: self.lines[scroll.source])
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
      // A finger that is still down begins a new drag after the app's scroll.
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

  /// A Boolean value that indicates whether a sample lies in the same cell as the previous one of
  /// its movement.
  private func isInCell(_ scroll: Scroll) -> Bool {
    guard let lines = self.lines[scroll.source], !lines.needsEverySample,
      let list = self.lists[scroll.source], list.phase == scroll.phase,
      list.drag == scroll.drag || scroll.drag == 0,
      let previous = list.previous, list.travel.staysInCell
    else { return false }
    return lines.isSameCell(previous, scroll.y, in: scroll.phase)
      && lines.dragStarts.allSatisfy { source in
        guard let start = self.dragStarts[source] else { return true }
        return TriggerLines.isSameSide(previous, scroll.y, of: start)
      }
  }
}

extension InteractionEvent {
  fileprivate var sourceName: String {
    guard case .scroll(let scroll) = self.kind else { return "" }
    return scroll.source.name
  }
}
