package import InteractionCore
package import InteractionWire

/// The frames of one session, over all its connections: numbering, skipping samples,
/// acknowledgements, heartbeats and ticks, and the state to resume from.
///
/// A value without I/O or clock, like the server's. All times are session time, which the client
/// determines.
package struct ClientStream: Sendable {
  /// The options of a stream.
  package struct Options: Hashable, Sendable {
    /// A Boolean value that indicates whether samples between trigger lines are skipped.
    package var skipsSamples = true
    /// A Boolean value that indicates whether the clock causes ticks. Off for a replay, which has
    /// its own times.
    package var ticks = true
    /// A Boolean value that indicates whether checkpoints are kept to resume from.
    package var resumes = false
    /// The maximum number of events in the outbox.
    package var outboxCapacity = Outbox.defaultCapacity
    /// The surface with which the session opens; nil if it is unknown.
    package var surface: Surface?

    package init() {}
  }

  let options: Options
  var filter: SampleFilter
  var outbox: Outbox
  private(set) var held: ActiveTouches
  /// The state that has to be repeated to a new session.
  private(set) var repeated = RepeatedState()
  /// The side that decides about events.
  var decider = Decider.server
  var receipts = DirectiveReceipts()
  var heartbeats: HeartbeatSchedule
  /// The newest checkpoint.
  var checkpoint: CheckpointMessage?
  /// The client's state after all received directives, from which the session is saved, resumed or
  /// started anew. A presenter has its own model, since it applies the directives of
  /// ``InteractionSession/updates`` later than the stream receives them.
  var model = ClientModel(Snapshot(settings: []))
  /// The experience that the server sent; nil if it has sent none.
  var served: Experience?
  /// The server's newest `Opened`.
  var opened: OpenedMessage?
  /// The session time up to which effects may have been performed: decided locally before a
  /// handover to a server, or presented before a restart of the app.
  var effectsPerformedUntil: Instant?
  /// The session's earliest deadline, as last named by the server.
  var deadline: Instant?
  /// A new access token that is still to be sent.
  private var refreshedToken: String?
  /// A Boolean value that indicates whether sending waits until the server has named the event to
  /// resume after.
  var isResuming = false
  /// The newest session time.
  private(set) var latest: Instant

  package init(options: Options, at start: Instant) {
    self.options = options
    self.filter = SampleFilter(on: options.surface)
    self.outbox = Outbox(capacity: options.outboxCapacity)
    self.held = ActiveTouches()
    self.heartbeats = HeartbeatSchedule(at: start)
    self.latest = start
  }

  /// Restores a stream that was saved before a restart of the app.
  init(_ kept: KeptSession, options: Options) {
    self.options = options
    self.filter = SampleFilter(on: kept.open.surface)
    self.filter.continueElsewhere()
    self.outbox = Outbox(
      capacity: options.outboxCapacity, keeping: kept.events, next: kept.nextEvent,
      acked: kept.ackedEvent)
    let current = kept.open.current
    self.held = ActiveTouches(at: current?.offsets ?? [])
    self.repeated = RepeatedState(kept.open.surface, isSwipingOn: current?.isSwipingOn)
    self.heartbeats = HeartbeatSchedule(at: kept.open.time)
    self.latest = kept.open.time
    self.effectsPerformedUntil = kept.open.time
    self.receipts = DirectiveReceipts(applied: kept.resume.directive)
    self.checkpoint = kept.checkpoint
    self.opened = kept.opened
    self.served = kept.opened.readLocalExperience
    self.model = ClientModel(kept.opened.snapshot ?? Snapshot(settings: []))
  }

  /// The newest event that the server has applied.
  package var ackedEvent: UInt64 { self.outbox.acked }

  /// The name of the session's variant; empty if it is in none, has never opened, or decides
  /// locally with another version.
  var variant: String {
    guard let opened = self.opened else { return "" }
    if let session = self.decider.session, session.base.digest != opened.digest {
      return ""
    }
    return opened.variant
  }

  /// The newest directive that the client has applied.
  package var applied: UInt64 { self.receipts.applied }

  /// The number of skipped samples, and of sent events.
  package var counts: (skipped: Int, sent: Int) { (self.filter.skipped, self.outbox.numbered) }

  /// The surface, if it has changed since the first opening.
  var surface: Surface? { self.repeated.surface }

  /// Reports an event.
  ///
  /// - Returns: The directives of a local decision; none while the server decides.
  @discardableResult
  package mutating func send(
    _ kind: InteractionEvent.Kind, at time: Instant, command: String? = nil
  ) -> [Directive] {
    self.latest = max(self.latest, time)
    self.held.follow(kind)
    self.repeated.follow(kind)
    let event = InteractionEvent(time: time, kind: kind, command: command)
    if self.decider.isClient { return self.decide(event) }
    self.outbox.append(self.options.skipsSamples ? self.filter.admit(event) : [event])
    return []
  }

  /// Queues all skipped samples, for the end of the session.
  package mutating func flush() {
    self.outbox.append(self.filter.flushAll())
  }

  /// Returns the next frame to send; nil if there is none now.
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

  /// Advances session time to `time` without an event, and requests a heartbeat.
  package mutating func advance(to time: Instant) {
    self.latest = max(self.latest, time)
    self.outbox.append(self.filter.flush(at: self.latest))
    self.heartbeats.ask()
  }

  /// Sends a refreshed access token.
  mutating func refresh(_ token: String) {
    self.refreshedToken = token
  }

  /// Discards the events that no server is known to have applied.
  ///
  /// - Returns: Their number.
  @discardableResult
  package mutating func discard() -> Int { self.outbox.takePending().count }

  /// The time at which a skipped sample has to be sent; nil if there is none.
  package var nextFlush: Instant? { self.filter.nextFlush }

  /// The time at which ``tick(at:)`` has work, with or without a connection; nil if there is none.
  package var nextWake: Instant? {
    guard self.options.ticks else { return nil }
    if let session = self.decider.session { return session.nextDeadline }
    return [self.nextFlush, self.deadline].compactMap(\.self).min()
  }

  /// The time at which a heartbeat has to be sent on a connection; nil if one is already pending.
  package var nextHeartbeat: Instant? {
    self.options.ticks && !self.decider.isClient ? self.heartbeats.next : nil
  }

  /// Handles the passing of time: queues samples that were skipped long enough, and a tick for a
  /// deadline (rule S5).
  ///
  /// - Returns: The directives of a local decision; none while the server decides.
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

  /// Drops a new token that was meant for a lost connection.
  mutating func forgetToken() { self.refreshedToken = nil }
}
