package import InteractionCore
package import InteractionWire

/// The client's side of one session, over all its connections: numbering, skipping, acknowledging,
/// heartbeats and ticks; and what is needed to go on after a connection was lost.
///
/// A value without I/O or clock, like the server's. All times are session time, which is the
/// client's own.
@available(InteractionEngine 1.0, *)
package struct ClientStream: Sendable {
  /// How the stream behaves.
  package struct Options: Hashable, Sendable {
    /// Whether samples between trigger lines are left out.
    package var skipsSamples = true
    /// Whether the clock makes ticks. A replay stamps its own events and turns this off.
    package var ticks = true
    /// Whether checkpoints are kept to resume from.
    package var resumes = false
    /// How many events are kept until they are safe.
    package var outboxCapacity = Outbox.defaultCapacity

    package init() {}
  }

  /// Most directives that are applied before the server is told: so few that they stay below its
  /// limit in bytes, however large each of them is.
  private static let maximumAckDirectives: UInt64 = 8

  /// The interval of heartbeats where no server has named one.
  private static let usualHeartbeatInterval = TimeSpan.seconds(10)

  private let options: Options
  private var filter = SampleFilter()
  var outbox: Outbox
  private(set) var held: HeldPointers
  /// The newest directive applied, and the newest that the server knows of.
  private(set) var applied: UInt64 = 0
  private var acked: UInt64 = 0
  /// The newest checkpoint.
  private(set) var checkpoint: CheckpointPart?
  /// What a client shows that has applied everything up to ``applied``: the session is kept,
  /// resumed and begun anew by it. A presenter has a model of its own, since it shows each
  /// directive of ``InteractionSession/updates`` when it comes to it, later than the stream has
  /// received it.
  private(set) var model = ClientModel(Snapshot(settings: []))
  /// The experience that the server runs the session by, if it has handed it over.
  private(set) var served: Experience?
  /// What the server has said of the session, newest.
  private(set) var opened: OpenedPart?
  /// Up to when the client may have shown already what directives lead to: decided here while it
  /// changed over to a server, or shown before the app was restarted.
  private var shownUntil: Instant?
  /// The session's earliest deadline, as the server last named it.
  private var deadline: Instant?
  private var heartbeatInterval = Self.usualHeartbeatInterval
  /// Directives that are applied before the server is told: long before it would wait for that.
  private var ackDirectives = Self.maximumAckDirectives
  private var owesHeartbeat = false
  private var owesAck = false
  /// A newer proof of who the client is, to be sent.
  private var refresh: String?
  /// Whether nothing may be sent before the server has said where to go on.
  private(set) var isWaiting = false
  /// What decides while no server can be reached.
  var offline: Session?
  /// Whether a server is being told where the session stands.
  private(set) var isHandingOver = false
  private var lastSent: Instant
  private(set) var latest: Instant
  /// The surface, if it has changed since the session was opened first.
  private(set) var environment: Environment?
  /// Whether swipes switch tabs, if the app has said so.
  private var isSwipingOn: Bool?
  /// The newest content size of each list.
  private var contentSizes: [SourceID: Event.Kind] = [:]
  /// The last event that the server has applied.
  package var ackedEvent: UInt64 { self.outbox.acked }

  package init(options: Options, at start: Instant) {
    self.options = options
    self.outbox = Outbox(capacity: options.outboxCapacity)
    self.held = HeldPointers()
    self.lastSent = start
    self.latest = start
  }

  /// What was kept across a restart of the app.
  init(_ kept: KeptSession, options: Options) {
    self.options = options
    self.outbox = Outbox(
      capacity: options.outboxCapacity, keeping: kept.events, next: kept.nextEvent,
      acked: kept.ackedEvent)
    let current = kept.open.current
    self.held = HeldPointers(at: current?.offsets ?? [])
    self.isSwipingOn = current?.isSwipingOn
    self.environment = kept.open.environment
    self.lastSent = kept.open.time
    self.latest = kept.open.time
    self.shownUntil = kept.open.time
    self.applied = kept.resume.directive
    self.checkpoint = kept.checkpoint
    self.opened = kept.opened
    self.served = kept.opened.readDefinition
    self.model = ClientModel(kept.opened.snapshot ?? Snapshot(settings: []))
  }

  /// What the session goes on with if the app is restarted now; nil where it could only begin anew.
  func kept(opening open: OpenFrame, at wallClock: Int64) -> KeptSession? {
    guard let checkpoint = self.checkpoint, var opened = self.opened else { return nil }
    opened.snapshot = self.model.snapshot
    var open = open
    open.environment = self.environment ?? open.environment
    open.current = self.current
    open.time = self.latest
    return KeptSession(
      open: open, opened: opened, checkpoint: checkpoint,
      resume: ResumePart(
        token: checkpoint.token, directive: self.applied, firstEvent: self.outbox.first),
      events: self.outbox.kept, ackedEvent: self.outbox.acked, keptAt: wallClock)
  }

  /// Samples left out, and events sent.
  package var counts: (skipped: Int, sent: Int) { (self.filter.skipped, self.outbox.numbered) }

  /// How long the server may be silent before it counts as lost: two and a half heartbeat
  /// intervals.
  package var silence: Duration { .microseconds(self.heartbeatInterval.microseconds) * 5 / 2 }

  /// Takes in what happened.
  ///
  /// - Returns: What the client decides while it has no server; nothing while it has one.
  @discardableResult
  package mutating func send(
    _ kind: Event.Kind, at time: Instant, command: String? = nil
  ) -> [Directive] {
    self.latest = max(self.latest, time)
    self.held.follow(kind)
    switch kind {
    case .environment(let environment): self.environment = environment
    case .swiping(let isOn): self.isSwipingOn = isOn
    case .contentSize(let source, _): self.contentSizes[source] = kind
    default: break
    }
    let event = Event(time: time, kind: kind, command: command)
    if self.offline != nil { return self.decide(event) }
    self.outbox.append(self.options.skipsSamples ? self.filter.admit(event) : [event])
    return []
  }

  /// Everything that is still held back, for the end of the session.
  package mutating func flush() {
    self.outbox.append(self.filter.flushAll())
  }

  /// Takes in a frame; returns what is new in it.
  ///
  /// - Throws: What the server must not send: directives with a gap before them, numbers beyond all
  ///   sessions.
  package mutating func receive(_ frame: ResponseFrame) throws(Violation) -> Received {
    try frame.checkNumbers()
    if let opened = frame.opened { self.begin(opened) }
    let new = frame.directives.filter { $0.sequence > self.applied }
    try self.checkOrder(of: new, frame.superseded)
    let notices = frame.notices.filter { $0.sequence == 0 || $0.sequence > self.outbox.acked }
    for lines in frame.triggerLines { self.filter.setLines(lines.lines, of: lines.source) }
    if let acked = frame.ackedEvent {
      self.outbox.acknowledge(acked)
      if self.checkpoint == nil { self.outbox.secure(acked) }
    }
    self.deadline = frame.nextDeadline
    for directive in new { self.model.apply(directive) }
    if let last = new.last { self.applied = last.sequence }
    // A backend waits to hear of what it ordered.
    if new.contains(where: \.isCommanded) { self.owesAck = true }
    // A frame that comes again must not bring back what is older.
    if let checkpoint = frame.checkpoint, self.options.resumes,
      checkpoint.event >= self.checkpoint?.event ?? 0,
      checkpoint.directive >= self.checkpoint?.directive ?? 0
    {
      self.checkpoint = checkpoint
      self.outbox.secure(checkpoint.event)
    }
    return Received(directives: new, notices: notices)
  }

  /// Whether what a directive leads to happens for the first time.
  ///
  /// Not where the client has decided about its cause already, while it changed over to a server,
  /// or where the cause is older than the app's restart.
  func isNews(_ directive: Directive) -> Bool {
    if directive.isCommanded { return true }
    return self.shownUntil.map { directive.at > $0 } ?? true
  }

  /// What a frame brings that was not there before.
  package struct Received: Sendable {
    /// The directives, in order.
    package var directives: [Directive]
    /// What was refused.
    package var notices: [NoticePart]
  }

  /// The next frame to send; nil if there is none now.
  package mutating func nextFrame() -> Proto.Request? {
    if self.isWaiting { return nil }
    if let refresh = self.refresh {
      self.refresh = nil
      return Proto.Request(refreshing: refresh)
    }
    let events = self.outbox.next(RequestFrame.maximumEvents / 2, keeping: self.options.resumes)
    if !events.isEmpty {
      self.lastSent = self.latest
      return Proto.Request(events: events)
    }
    if self.owesAck || self.applied - self.acked >= self.ackDirectives {
      self.owesAck = false
      self.acked = self.applied
      return Proto.Request(acknowledging: self.applied)
    }
    if self.owesHeartbeat || self.latest - self.lastSent >= self.heartbeatInterval {
      self.owesHeartbeat = false
      self.lastSent = self.latest
      return Proto.Request(
        heartbeatAt: self.latest, holding: self.held.drags, pointers: self.held.pointers)
    }
    return nil
  }

  /// Says with a heartbeat that session time has come to `time`, though nothing happened.
  package mutating func advance(to time: Instant) {
    self.latest = max(self.latest, time)
    self.outbox.append(self.filter.flush(at: self.latest))
    self.owesHeartbeat = true
  }

  /// Sends a newer proof of who the client is.
  mutating func prove(_ token: String) {
    self.refresh = token
  }

  /// Forgets the events that no server is known to have applied, when none will read them any more.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package mutating func discard() -> Int { self.outbox.takePending().count }

  /// When a sample that was left out has to be sent after all.
  package var nextFlush: Instant? { self.filter.nextFlush }

  /// When ``tick(at:)`` has something to do.
  package var nextWake: Instant? {
    guard self.options.ticks else { return nil }
    if let offline = self.offline { return offline.nextDeadline }
    var wake = self.lastSent + self.heartbeatInterval
    if let flush = self.nextFlush { wake = min(wake, flush) }
    if let deadline = self.deadline { wake = min(wake, deadline) }
    return wake
  }

  /// Time has passed: sends what was held back long enough, and a tick for a deadline (rule S5).
  ///
  /// - Returns: What the client decides while it has no server; nothing while it has one.
  @discardableResult
  package mutating func tick(at now: Instant) -> [Directive] {
    self.latest = max(self.latest, now)
    if let offline = self.offline {
      guard let due = offline.nextDeadline, now >= due else { return [] }
      return self.send(.tick, at: now)
    }
    self.outbox.append(self.filter.flush(at: now))
    guard let deadline = self.deadline, now >= deadline else { return [] }
    self.deadline = nil
    return self.send(.tick, at: now)
  }
}

@available(InteractionEngine 1.0, *)
extension ClientStream {
  /// A connection was lost. What the next one has to go on from; nil if it has to begin anew.
  package mutating func reconnect() -> ResumePart? {
    self.owesHeartbeat = false
    self.refresh = nil
    self.lastSent = self.latest
    if self.offline != nil {
      // The server is told what is shown now, and hears of what happens from now on.
      self.isHandingOver = true
      _ = self.outbox.takePending()
    }
    guard let checkpoint = self.checkpoint else {
      self.startOver()
      return nil
    }
    self.isWaiting = true
    return ResumePart(
      token: checkpoint.token, directive: self.applied, firstEvent: self.outbox.first)
  }

  /// Begins a new session: repeats the content sizes, which `Open` has no field for (rule S4).
  private mutating func startOver() {
    self.outbox.restart()
    let pending = Set(self.outbox.events.map(\.kind))
    let sizes = self.contentSizes.sorted { $0.key.name < $1.key.name }.map(\.value)
    for size in sizes where !pending.contains(size) {
      self.outbox.append([Event(time: self.latest, kind: size)])
    }
  }

  /// The checkpoint leads nowhere: the next connection begins anew.
  mutating func forgetCheckpoint() {
    self.checkpoint = nil
  }

  /// What a session that begins anew has to know.
  package var current: Restoration {
    var current = self.model.snapshot.restoration(offsets: self.held.offsets)
    current.isSwipingOn = self.isSwipingOn
    return current
  }

  /// Where session time goes on if the session begins anew: with what it is still to be told.
  package var restartTime: Instant { min(self.outbox.oldestPending ?? self.latest, self.latest) }

  /// The session is decided here from now on.
  mutating func begin(offline session: Session, showing snapshot: Snapshot) {
    self.offline = session
    self.isHandingOver = false
    self.checkpoint = nil
    self.deadline = nil
    self.model = ClientModel(snapshot)
  }

  /// Takes in what was decided here.
  mutating func show(_ directives: [Directive]) {
    for directive in directives { self.model.apply(directive) }
  }

  /// Whether anything has been shown yet.
  package var hasOpened: Bool { !self.model.snapshot.settings.isEmpty }

  private mutating func begin(_ opened: OpenedPart) {
    self.heartbeatInterval =
      opened.heartbeatInterval > .zero
      ? max(opened.heartbeatInterval, .seconds(1)) : Self.usualHeartbeatInterval
    let window = UInt64(clamping: opened.limits.unacknowledgedDirectives)
    self.ackDirectives =
      window == 0 ? Self.maximumAckDirectives : min(max(window / 2, 1), Self.maximumAckDirectives)
    self.isWaiting = false
    if self.offline != nil { self.shownUntil = self.latest }
    self.offline = nil
    self.isHandingOver = false
    self.opened = opened
    self.served =
      opened.readDefinition
      ?? self.served.flatMap { known in
        known.digest == opened.digest ? known : nil
      }
    switch opened.outcome {
    case .resumed(let event):
      self.outbox.rewind(to: event)
      // What was acknowledged on another connection may not have arrived.
      self.acked = min(self.acked, self.applied)
      self.owesAck = self.applied > 0
    case .new, .restarted:
      if case .restarted = opened.outcome { self.startOver() }
      self.checkpoint = nil
      (self.applied, self.acked) = (0, 0)
      self.model = ClientModel(opened.snapshot ?? Snapshot(settings: []))
    }
    for lines in opened.triggerLines { self.filter.setLines(lines.lines, of: lines.source) }
  }

  private func checkOrder(
    of new: [Directive], _ superseded: [UInt64: [UInt64]]
  ) throws(Violation) {
    var left = Set(superseded.values.joined())
    var expected = self.applied + 1
    for directive in new {
      while expected < directive.sequence, left.remove(expected) != nil { expected += 1 }
      guard directive.sequence == expected else {
        throw Violation(
          field: "directives",
          problem: "go on with \(directive.sequence) where \(expected) was expected")
      }
      expected += 1
    }
  }
}

@available(InteractionEngine 1.0, *)
extension ResponseFrame {
  /// Numbers are counted on from here: none may be near its end.
  fileprivate func checkNumbers() throws(Violation) {
    var numbers = [
      ("acked_event", self.ackedEvent ?? 0), ("checkpoint.event", self.checkpoint?.event ?? 0),
      ("checkpoint.directive", self.checkpoint?.directive ?? 0),
      ("directives.sequence", self.directives.last?.sequence ?? 0),
    ]
    if case .resumed(let event) = self.opened?.outcome {
      numbers.append(("opened.applied_event", event))
    }
    for (field, number) in numbers where number > UInt64.max / 2 {
      throw Violation(field: field, problem: "is \(number), which no session comes to")
    }
  }
}

@available(InteractionEngine 1.0, *)
extension OpenedPart {
  /// The experience that the server has handed over; nil if there is none that this build can
  /// decide by in full.
  var readDefinition: Experience? {
    guard let definition = self.definition, LeftOut.parts(of: definition).isEmpty,
      var experience = try? Experience(reading: definition)
    else { return nil }
    experience.digest = self.digest
    return experience
  }
}

@available(InteractionEngine 1.0, *)
extension Directive {
  fileprivate var isCommanded: Bool {
    if case .command = self.cause { return true }
    return false
  }
}
