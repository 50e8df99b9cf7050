package import InteractionCore
package import InteractionWire

/// The client's side of one stream: numbering, skipping, acknowledging, heartbeats and ticks.
///
/// A value without I/O or clock, like the server's. All times are session time, which is the
/// client's own.
package struct ClientStream: Sendable {
  /// How the stream behaves.
  package struct Options: Hashable, Sendable {
    /// Whether samples between trigger lines are left out.
    package var skipsSamples = true
    /// Whether time passes by itself. A replay stamps its events itself and turns this off.
    package var ticks = true

    package init() {}
  }

  /// Most directives that are applied before the server is told.
  private static let ackDirectives: UInt64 = 32

  private let options: Options
  private var filter = SampleFilter()
  private var outbox: [Event] = []
  private var nextSequence: UInt64 = 1
  private var held: [SourceID: UInt32] = [:]
  private var heldPointers: Set<UInt32> = []
  /// The newest directive applied, and the newest that the server knows of.
  private var applied: UInt64 = 0
  private var acked: UInt64 = 0
  /// The session's earliest deadline, as the server last named it.
  private var deadline: Instant?
  private var heartbeatInterval = TimeSpan.seconds(10)
  private var owesHeartbeat = false
  private var owesAck = false
  private var lastSent: Instant
  private var latest: Instant
  /// The last event that the server has applied.
  package private(set) var ackedEvent: UInt64 = 0

  package init(options: Options, at start: Instant) {
    self.options = options
    self.lastSent = start
    self.latest = start
  }

  /// Samples left out, and events sent.
  package var counts: (skipped: Int, sent: Int) {
    (self.filter.skipped, Int(self.nextSequence - 1))
  }

  /// Takes in what happened.
  package mutating func send(_ kind: Event.Kind, at time: Instant, command: String? = nil) {
    self.latest = max(self.latest, time)
    self.follow(kind)
    let event = Event(time: time, kind: kind, command: command)
    self.enqueue(self.options.skipsSamples ? self.filter.admit(event) : [event])
  }

  /// Everything that is still held back, for the end of the session.
  package mutating func flush() {
    self.enqueue(self.filter.flushAll())
  }

  /// Takes in a frame; returns the directives that are new, in order.
  package mutating func receive(_ frame: ResponseFrame) -> [Directive] {
    if let opened = frame.opened {
      self.heartbeatInterval = max(opened.heartbeatInterval, .seconds(1))
      for lines in opened.triggerLines { self.filter.setLines(lines.lines, of: lines.source) }
    }
    for lines in frame.triggerLines { self.filter.setLines(lines.lines, of: lines.source) }
    if let acked = frame.ackedEvent { self.ackedEvent = max(self.ackedEvent, acked) }
    self.deadline = frame.nextDeadline
    let new = frame.directives.filter { $0.sequence > self.applied }
    if let last = new.last { self.applied = last.sequence }
    // A backend waits to hear of what it ordered.
    if new.contains(where: \.isCommanded) { self.owesAck = true }
    return new
  }

  /// The next frame to send; nil if there is none now.
  package mutating func nextFrame() -> Proto.Request? {
    if !self.outbox.isEmpty {
      let events = self.outbox.prefix(RequestFrame.maximumEvents / 2)
      self.outbox.removeFirst(events.count)
      self.lastSent = self.latest
      return Proto.Request(events: events)
    }
    if self.owesAck || self.applied - self.acked >= Self.ackDirectives {
      self.owesAck = false
      self.acked = self.applied
      return Proto.Request(acknowledging: self.applied)
    }
    if self.owesHeartbeat || self.latest - self.lastSent >= self.heartbeatInterval {
      self.owesHeartbeat = false
      self.lastSent = self.latest
      return self.heartbeat
    }
    return nil
  }

  /// Says with a heartbeat that session time has come to `time`, though nothing happened.
  package mutating func advance(to time: Instant) {
    self.latest = max(self.latest, time)
    self.enqueue(self.filter.flush(at: self.latest))
    self.owesHeartbeat = true
  }

  /// Forgets what has not been sent, when nobody will ever read it.
  package mutating func discard() {
    self.outbox = []
  }

  private var heartbeat: Proto.Request {
    let drags = self.held.map { HeldDrag(source: $0.key, drag: $0.value) }
      .sorted { $0.source.name < $1.source.name }
    return Proto.Request(
      heartbeatAt: self.latest, holding: drags,
      pointers: Array(self.heldPointers.sorted().prefix(16)))
  }

  /// When ``tick(at:)`` has something to do.
  package var nextWake: Instant? {
    guard self.options.ticks else { return nil }
    var wake = self.lastSent + self.heartbeatInterval
    if let flush = self.filter.nextFlush { wake = min(wake, flush) }
    if let deadline = self.deadline { wake = min(wake, deadline) }
    return wake
  }

  /// Time has passed: sends what was held back long enough, and a tick for a deadline (rule S5).
  package mutating func tick(at now: Instant) {
    self.latest = max(self.latest, now)
    self.enqueue(self.filter.flush(at: now))
    if let deadline = self.deadline, now >= deadline {
      self.deadline = nil
      self.send(.tick, at: now)
    }
  }

  private mutating func enqueue(_ events: [Event]) {
    for event in events {
      var event = event
      event.sequence = self.nextSequence
      self.outbox.append(event)
      self.nextSequence += 1
    }
  }

  /// Keeps up with the drags and fingers that are down (rule S3).
  private mutating func follow(_ kind: Event.Kind) {
    switch kind {
    case .scroll(let scroll):
      switch scroll.phase {
      case .began, .moved: self.held[scroll.source] = scroll.drag
      case .ended, .cancelled, .decelerating, .settled: self.held[scroll.source] = nil
      case .programmaticBegan, .programmaticMoved, .programmaticEnded: break
      }
    case .pointer(let pointer):
      switch pointer.phase {
      case .down, .moved: self.heldPointers.insert(pointer.id)
      case .up, .cancelled: self.heldPointers.remove(pointer.id)
      }
    case .pageDrag(let drag):
      switch drag.phase {
      case .began, .moved: self.heldPointers.insert(Self.pageDragPointer)
      case .ended, .cancelled: self.heldPointers.remove(Self.pageDragPointer)
      }
    default:
      break
    }
  }

  /// What stands for the finger of a drag that the client recognised by itself.
  private static let pageDragPointer = UInt32.max
}

extension Directive {
  fileprivate var isCommanded: Bool {
    if case .command = self.cause { return true }
    return false
  }
}
