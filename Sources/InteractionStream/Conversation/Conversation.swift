package import InteractionCore
import InteractionWire

@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// An open session and the state of its client.
  package struct Conversation: Sendable {
    /// The phase of a conversation.
    enum CatchUpPhase: Hashable, Sendable {
      /// The resumed session is behind the directives that its client had applied. Until the
      /// client's events are replayed nothing else is applied, since that would lead to other
      /// directives.
      ///
      /// Can transition to: ``live``, ``draining(by:)``.
      case replaying(to: UInt64, until: Instant, leavingBy: Instant?)
      /// The session has caught up with its client.
      ///
      /// Can transition to: ``draining(by:)``.
      case live
      /// The client was asked to move to another server by the given server time.
      case draining(by: Instant)
    }

    package var session: Session
    /// The admitted session, with the client's `open` and the outcome.
    package internal(set) var entry: SessionEntry
    /// A move to another version that waits for the session's rest; nil if there is none.
    var pendingMove: PendingMove?
    private(set) var catchUpPhase: CatchUpPhase
    /// The trigger lines that the client has; empty if it has not asked for any.
    var sentLines: [SourceLines]
    /// The most recent backend commands.
    package var commands = CommandDeduplication()
    /// The sequence number of the next event.
    var expected: UInt64 = 1
    /// The last acknowledged event.
    var acked: UInt64 = 0
    /// The server time at which applied events must be acknowledged; nil if none are outstanding.
    var ackDue: Instant?
    package var window = DirectiveWindow(applied: 0)
    var meter: EventRateLimiter
    /// The checkpoint schedule; nil if the client does not resume.
    var checkpointing: CheckpointSchedule?
    var lastReceivedAt: Instant
    var lastEvent: Instant
    /// The server time of the last applied event, from which session time advances with server
    /// time.
    var lastAppliedAt: Instant
    /// The server times of recent malformed events, oldest first; at most as many as end the
    /// stream.
    var malformed: [Instant] = []
    var authorisation = TokenValidity.unlimited
    /// The events and directives since the last ``takeJournal()``; nil while the session is not
    /// watched.
    var journal: [SessionRecord]?

    /// Creates the conversation of a new session.
    init(_ session: Session, _ entry: SessionEntry, at now: Instant, by limits: StreamLimits) {
      self.session = session
      self.entry = entry
      self.catchUpPhase = .live
      self.lastReceivedAt = now
      self.lastEvent = now
      self.lastAppliedAt = now
      self.sentLines =
        entry.open.skipsSamples ? session.sourceLines(forLevel: entry.open.level) : []
      self.meter = EventRateLimiter(tokens: Double(limits.eventBurst), at: session.now)
      self.checkpointing = entry.open.resumes ? CheckpointSchedule(at: now) : nil
    }

    /// Creates the conversation of a session that resumes from a checkpoint.
    init(
      _ session: Session, _ entry: SessionEntry, from sealed: Proto.SealedSession, at now: Instant,
      by limits: StreamLimits
    ) {
      self.init(session, entry, at: now, by: limits)
      self.expected = sealed.appliedEvent + 1
      self.acked = sealed.appliedEvent
      self.commands = CommandDeduplication(sealed.commands)
      self.meter = EventRateLimiter(
        tokens: min(sealed.eventAllowance, Double(limits.eventBurst)), at: session.now)
      let applied = entry.open.resume?.directive ?? 0
      self.window = DirectiveWindow(applied: applied)
      if self.lastDirective < applied {
        self.catchUpPhase = .replaying(
          to: applied, until: now + limits.catchUpTimeout, leavingBy: nil)
      }
    }

    /// The client's `open`.
    var open: OpenFrame { self.entry.open }

    /// The last applied event. Inlined to avoid copying the struct.
    @inline(__always)
    package var appliedEvent: UInt64 {
      // Held movements are not applied.
      if let held = self.meter.heldSequence { return held - 1 }
      return self.expected - 1
    }

    /// The last decided directive.
    @inline(__always)
    package var lastDirective: UInt64 { self.session.state.nextDirective - 1 }

    /// True while the session is behind its client.
    @inline(__always)
    var isCatchingUp: Bool {
      if case .replaying = self.catchUpPhase { true } else { false }
    }

    /// The server time by which the client must have moved to another server; nil if it may stay.
    @inline(__always)
    package var drainDeadline: Instant? {
      switch self.catchUpPhase {
      case .replaying(_, _, let departure): departure
      case .live: nil
      case .draining(let departure): departure
      }
    }

    /// Records that the client was asked to move to another server.
    mutating func beginDrain(by departure: Instant) {
      switch self.catchUpPhase {
      case .replaying(let goal, let until, _):
        self.catchUpPhase = .replaying(to: goal, until: until, leavingBy: departure)
      case .live, .draining:
        self.catchUpPhase = .draining(by: departure)
      }
    }

    /// Ends the catching up once the session has decided the directive that its client had applied.
    @inline(__always)
    mutating func noteDecided(_ directives: [Directive]) {
      guard !directives.isEmpty, case .replaying(let goal, _, let departure) = self.catchUpPhase,
        self.lastDirective >= goal
      else { return }
      self.catchUpPhase = departure.map { .draining(by: $0) } ?? .live
    }

    /// Returns the session time for an event of the server: the time of the last event, plus the
    /// server time since (rule S5).
    func time(at now: Instant) -> Instant {
      self.session.now + (now - self.lastAppliedAt)
    }

    /// Returns and clears the events and directives for watchers; nil if there are none.
    @inline(__always)
    mutating func takeJournal() -> [SessionRecord]? {
      guard self.journal?.isEmpty == false else { return nil }
      defer { self.journal = [] }
      return self.journal
    }
  }
}
