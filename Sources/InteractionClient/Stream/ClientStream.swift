package import InteractionCore
package import InteractionWire

/// The frames of one session, over all its connections: numbering, skipping, acknowledging,
/// heartbeats and ticks, and the state from which a session resumes.
///
/// A value without I/O or clock, like the server's. All times are session time, which is the
/// client's own.
@available(InteractionEngine 1.0, *)
package struct ClientStream: Sendable {
  /// The options of a stream.
  package struct Options: Hashable, Sendable {
    /// Whether samples between trigger lines are left out.
    package var skipsSamples = true
    /// Whether the clock makes ticks. A replay stamps its own events and turns this off.
    package var ticks = true
    /// Whether checkpoints are kept to resume from.
    package var resumes = false
    /// The maximum number of events that are kept until they are safe.
    package var outboxCapacity = Outbox.defaultCapacity

    package init() {}
  }

  let options: Options
  var filter = SampleFilter()
  var outbox: Outbox
  private(set) var held: HeldPointers
  /// The state that a new session has to be told.
  private(set) var surface = ReportedSurface()
  /// The side that decides.
  var decider = Decider.server
  var receipts = DirectiveReceipts()
  var heartbeats: Heartbeats
  /// The newest checkpoint.
  var checkpoint: CheckpointPart?
  /// The state that a client shows after it has applied every directive: the session is kept,
  /// resumed and begun anew from it. A presenter has a model of its own, since it shows each
  /// directive of ``InteractionSession/updates`` later than the stream has received it.
  var model = ClientModel(Snapshot(settings: []))
  /// The experience that the server runs the session by, if it has handed it over.
  var served: Experience?
  /// The newest `Opened` of the server.
  var opened: OpenedPart?
  /// The session time up to which the client may have shown already the consequences of
  /// directives: decided here during a handover to a server, or shown before the app was restarted.
  var shownUntil: Instant?
  /// The session's earliest deadline, as the server last named it.
  var deadline: Instant?
  /// A refreshed access token, to be sent.
  private var refreshedToken: String?
  /// Whether nothing may be sent before the server has named the event to resume after.
  var isResuming = false
  /// The newest session time.
  private(set) var latest: Instant

  package init(options: Options, at start: Instant) {
    self.options = options
    self.outbox = Outbox(capacity: options.outboxCapacity)
    self.held = HeldPointers()
    self.heartbeats = Heartbeats(at: start)
    self.latest = start
  }

  /// A stream that was kept across a restart of the app.
  init(_ kept: KeptSession, options: Options) {
    self.options = options
    self.outbox = Outbox(
      capacity: options.outboxCapacity, keeping: kept.events, next: kept.nextEvent,
      acked: kept.ackedEvent)
    let current = kept.open.current
    self.held = HeldPointers(at: current?.offsets ?? [])
    self.surface = ReportedSurface(kept.open.environment, isSwipingOn: current?.isSwipingOn)
    self.heartbeats = Heartbeats(at: kept.open.time)
    self.latest = kept.open.time
    self.shownUntil = kept.open.time
    self.receipts = DirectiveReceipts(applied: kept.resume.directive)
    self.checkpoint = kept.checkpoint
    self.opened = kept.opened
    self.served = kept.opened.readDefinition
    self.model = ClientModel(kept.opened.snapshot ?? Snapshot(settings: []))
  }

  /// The last event that the server has applied.
  package var ackedEvent: UInt64 { self.outbox.acked }

  /// The newest directive that the client has applied.
  package var applied: UInt64 { self.receipts.applied }

  /// Samples left out, and events sent.
  package var counts: (skipped: Int, sent: Int) { (self.filter.skipped, self.outbox.numbered) }

  /// The surface, if it has changed since the session was opened first.
  var environment: Environment? { self.surface.environment }

  /// Reports an event.
  ///
  /// - Returns: The directives that the client decides while it has no server; none while it has
  ///   one.
  @discardableResult
  package mutating func send(
    _ kind: Event.Kind, at time: Instant, command: String? = nil
  ) -> [Directive] {
    self.latest = max(self.latest, time)
    self.held.follow(kind)
    self.surface.follow(kind)
    let event = Event(time: time, kind: kind, command: command)
    if self.decider.isClient { return self.decide(event) }
    self.outbox.append(self.options.skipsSamples ? self.filter.admit(event) : [event])
    return []
  }

  /// Passes on everything that is still held back, for the end of the session.
  package mutating func flush() {
    self.outbox.append(self.filter.flushAll())
  }

  /// The next frame to send; nil if there is none now.
  package mutating func nextFrame() -> Proto.Request? {
    if self.isResuming { return nil }
    if let token = self.refreshedToken.take() { return Proto.Request(refreshing: token) }
    let events = self.outbox.next(RequestFrame.maximumEvents / 2, keeping: self.options.resumes)
    if !events.isEmpty {
      self.heartbeats.noteEvents(at: self.latest)
      return Proto.Request(events: events)
    }
    if let directive = self.receipts.next() { return Proto.Request(acknowledging: directive) }
    if self.heartbeats.isDue(at: self.latest) {
      self.heartbeats.restart(at: self.latest)
      return Proto.Request(
        heartbeatAt: self.latest, holding: self.held.drags, pointers: self.held.pointers)
    }
    return nil
  }

  /// Advances session time to `time` with a heartbeat, though no event happened.
  package mutating func advance(to time: Instant) {
    self.latest = max(self.latest, time)
    self.outbox.append(self.filter.flush(at: self.latest))
    self.heartbeats.ask()
  }

  /// Sends a refreshed access token.
  mutating func refresh(_ token: String) {
    self.refreshedToken = token
  }

  /// Forgets the events that no server is known to have applied.
  ///
  /// - Returns: The number of these events.
  @discardableResult
  package mutating func discard() -> Int { self.outbox.takePending().count }

  /// The time at which a sample that was left out has to be sent after all.
  package var nextFlush: Instant? { self.filter.nextFlush }

  /// The time at which ``tick(at:)`` has something to do, whether there is a connection or not.
  package var nextWake: Instant? {
    guard self.options.ticks else { return nil }
    if let session = self.decider.session { return session.nextDeadline }
    return [self.nextFlush, self.deadline].compactMap(\.self).min()
  }

  /// The time at which a heartbeat has to be sent on a connection; nil if one waits already.
  package var nextHeartbeat: Instant? {
    self.options.ticks && !self.decider.isClient ? self.heartbeats.next : nil
  }

  /// Takes in that time has passed: passes on samples that were held back long enough, and makes a
  /// tick for a deadline (rule S5).
  ///
  /// - Returns: The directives that the client decides while it has no server; none while it has
  ///   one.
  @discardableResult
  package mutating func tick(at now: Instant) -> [Directive] {
    self.latest = max(self.latest, now)
    if let session = self.decider.session {
      guard let due = session.nextDeadline, now >= due else { return [] }
      return self.send(.tick, at: now)
    }
    self.outbox.append(self.filter.flush(at: now))
    self.heartbeats.tick(at: now)
    guard let deadline = self.deadline, now >= deadline else { return [] }
    self.deadline = nil
    return self.send(.tick, at: now)
  }

  /// Drops a refreshed token, which belonged to a connection that was lost.
  mutating func forgetToken() { self.refreshedToken = nil }
}
