package import InteractionCore
import InteractionWire

@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// An open session and what is owed to its client.
  package struct Conversation: Sendable {
    /// Where the conversation is.
    enum Course: Hashable, Sendable {
      /// The session is behind what its client had applied when it resumed. Until the client's
      /// events have led there again nothing else may be applied, or they would lead elsewhere.
      ///
      /// Can transition to: ``live``, ``leaving(by:)``.
      case catchingUp(to: UInt64, until: Instant, leavingBy: Instant?)
      /// The session has all that its client knows of it.
      ///
      /// Can transition to: ``leaving(by:)``.
      case live
      /// The client is told to go elsewhere, and to have gone by then, in server time.
      case leaving(by: Instant)
    }

    package var session: Session
    /// What the client opened it with, and how it came about.
    package let entry: SessionEntry
    private(set) var course: Course
    /// The trigger lines that the client has; empty if it did not ask for any.
    var sentLines: [SourceLines]
    /// The newest commands of backends.
    package var commands = CommandMemory()
    /// The number of the next event.
    var expected: UInt64 = 1
    /// The last event that was acknowledged.
    var acked: UInt64 = 0
    /// When the oldest unacknowledged event has to be acknowledged.
    var ackDue: Instant?
    package var window = DirectiveWindow(applied: 0)
    var meter: EventMeter
    /// When to hand the session to the client; nil if it does not want it.
    var checkpointing: Checkpointing?
    var lastHeard: Instant
    var lastEvent: Instant
    /// Server time when session time was last set: the two run on together from there.
    var anchor: Instant
    /// When malformed events came, oldest first; at most as many as end the stream.
    var malformed: [Instant] = []
    var authorisation = Authorisation.unlimited
    /// What has happened since ``newMoments()``; nil while no one watches the session.
    var journal: [SessionMoment]?

    /// A session that begins, or goes on in a conversation of its own.
    init(_ session: Session, _ entry: SessionEntry, at now: Instant, by limits: StreamLimits) {
      self.session = session
      self.entry = entry
      self.course = .live
      self.lastHeard = now
      self.lastEvent = now
      self.anchor = now
      self.sentLines = entry.open.skipsSamples ? session.sourceLines : []
      self.meter = EventMeter(allowance: Double(limits.eventBurst), at: session.now)
      self.checkpointing = entry.open.resumes ? Checkpointing(at: now) : nil
    }

    /// A session that goes on from a checkpoint.
    init(
      _ session: Session, _ entry: SessionEntry, from sealed: Proto.SealedSession, at now: Instant,
      by limits: StreamLimits
    ) {
      self.init(session, entry, at: now, by: limits)
      self.expected = sealed.appliedEvent + 1
      self.acked = sealed.appliedEvent
      self.commands = CommandMemory(sealed.commands)
      self.meter = EventMeter(
        allowance: min(sealed.eventAllowance, Double(limits.eventBurst)), at: session.now)
      let applied = entry.open.resume?.directive ?? 0
      self.window = DirectiveWindow(applied: applied)
      if self.lastDirective < applied {
        self.course = .catchingUp(
          to: applied, until: now + limits.catchUpTimeout, leavingBy: nil)
      }
    }

    /// What the client opened the session with.
    var open: OpenFrame { self.entry.open }

    /// The last event that was applied. Put where it is asked for: a call would copy all this.
    @inline(__always)
    package var appliedEvent: UInt64 {
      // A movement that waits is not applied.
      if let held = self.meter.heldSequence { return held - 1 }
      return self.expected - 1
    }

    /// The last directive that was decided.
    @inline(__always)
    package var lastDirective: UInt64 { self.session.state.nextDirective - 1 }

    /// Whether the session is still behind its client.
    @inline(__always)
    var isCatchingUp: Bool {
      if case .catchingUp = self.course { true } else { false }
    }

    /// When the client has to have gone elsewhere, in server time; nil if it may stay.
    @inline(__always)
    package var departure: Instant? {
      switch self.course {
      case .catchingUp(_, _, let departure): departure
      case .live: nil
      case .leaving(let departure): departure
      }
    }

    /// The client is told to go elsewhere.
    mutating func leave(by departure: Instant) {
      switch self.course {
      case .catchingUp(let goal, let until, _):
        self.course = .catchingUp(to: goal, until: until, leavingBy: departure)
      case .live, .leaving:
        self.course = .leaving(by: departure)
      }
    }

    /// The session has decided: it may have come to where its client is.
    @inline(__always)
    mutating func noteDecided(_ directives: [Directive]) {
      guard !directives.isEmpty, case .catchingUp(let goal, _, let departure) = self.course,
        self.lastDirective >= goal
      else { return }
      self.course = departure.map { .leaving(by: $0) } ?? .live
    }

    /// Session time now, for what does not come from the client: the last event's time plus what
    /// has passed on the server since (rule S5).
    func time(at now: Instant) -> Instant {
      self.session.now + (now - self.anchor)
    }

    /// What has happened since the last time; nil if nothing has, or no one watches the session.
    @inline(__always)
    mutating func newMoments() -> [SessionMoment]? {
      guard self.journal?.isEmpty == false else { return nil }
      defer { self.journal = [] }
      return self.journal
    }
  }
}
