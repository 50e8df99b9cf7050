public import InteractionCore
package import InteractionWire

/// A recorded session: events with the engine's directives.
public struct Trace: Hashable, Sendable {
  /// The session's properties.
  public var header: Header
  /// The directives of the opening.
  public var opening: [Directive]
  /// The events in order, with their directives.
  public var steps: [Step]

  /// The properties of a recorded session.
  public struct Header: Hashable, Sendable {
    /// The experience's name.
    public var experience: String
    /// The SHA-256 digest of the experience's definition, hexadecimal; empty for a trace without
    /// directives.
    public var digest: String
    /// The surface at the opening.
    public var surface: Surface
    /// The client's state at the opening; nil for a fresh start.
    public var current: RestoredState?
    /// The session time of the opening.
    public var start: Instant
    /// The origin of the events, such as the client's name and version.
    public var client: String
    /// The recorded connection; nil except in a server's recordings.
    public var connection: Connection?
    /// The session's state at the start, if it was resumed; nil otherwise.
    package var state: Proto.SessionState?
    /// The complete definition, without a preset; nil if the trace has only the experience's name.
    package var definition: Proto.ExperienceDefinition?
    /// The selection of the session's variant; nil if the experience has one version.
    package var selection: Proto.VariantSelection?
    /// The buckets of all variants; empty if unknown.
    package var buckets: [Proto.VariantBuckets] = []

    public init(
      experience: String, digest: String = "", surface: Surface,
      current: RestoredState? = nil, start: Instant = .zero, client: String = ""
    ) {
      self.experience = experience
      self.digest = digest
      self.surface = surface
      self.current = current
      self.start = start
      self.client = client
    }
  }

  /// A recorded connection of a session.
  public struct Connection: Hashable, Sendable {
    /// The session's ID.
    public var session: String
    /// The user's ID; empty for none.
    public var user: String
    /// The number of the connection, from 1.
    public var epoch: UInt64

    public init(session: String, user: String, epoch: UInt64) {
      self.session = session
      self.user = user
      self.epoch = epoch
    }
  }

  /// An event with its directives.
  public struct Step: Hashable, Sendable {
    /// The event; its sequence number is its position in the trace.
    public var event: InteractionEvent
    /// The directives that it caused.
    public var directives: [Directive]
    /// The client's sequence number; nil if it had none, or it was not recorded.
    public var number: UInt64?

    public init(event: InteractionEvent, directives: [Directive] = [], number: UInt64? = nil) {
      self.event = event
      self.directives = directives
      self.number = number
    }
  }

  public init(header: Header, opening: [Directive] = [], steps: [Step]) {
    self.header = header
    self.opening = opening
    self.steps = steps
  }

  /// Creates a trace without directives; events are numbered from 1.
  public init(header: Header, events: [InteractionEvent]) {
    let steps = events.enumerated().map { index, event in
      var event = event
      event.sequence = UInt64(index) + 1
      return Step(event: event)
    }
    self.init(header: header, steps: steps)
  }

  /// The events in order.
  public var events: [InteractionEvent] { self.steps.map { $0.event } }

  /// All directives in order.
  public var directives: [Directive] {
    self.opening + self.steps.flatMap { $0.directives }
  }

  /// The time from the opening to the last event.
  public var duration: TimeSpan {
    (self.steps.last?.event.time ?? self.header.start) - self.header.start
  }

  /// Returns a trace of the same events with the directives of `experience`.
  public func recorded(with experience: Experience) -> Trace {
    var trace = self
    if experience.digest != self.header.digest { trace.header.definition = nil }
    trace.header.experience = experience.name
    trace.header.digest = experience.digest
    var session: Session
    (session, trace.opening) = self.session(of: experience)
    for index in trace.steps.indices {
      trace.steps[index].directives = session.handle(trace.steps[index].event)
    }
    return trace
  }

  /// Returns the session before the first event, resumed if the trace has its state, and the
  /// directives of its opening.
  package func session(of experience: Experience) -> (session: Session, opening: [Directive]) {
    if let state = self.header.state, let resumed = try? Session(state, of: experience) {
      return (resumed, self.opening)
    }
    var session = Session(experience: experience, surface: self.header.surface)
    let opening = session.handle(self.openingEvent)
    return (session, opening)
  }

  /// Returns the session of another version before the first event. A resumed one is moved to it
  /// from `former` (rule V1).
  package func session(of experience: Experience, from former: Session) -> Session {
    guard self.header.state != nil else { return self.session(of: experience).session }
    guard experience.digest != former.experience.digest else { return former }
    var session = former
    _ = session.handle(InteractionEvent(time: self.header.start, kind: .move(to: experience)))
    return session
  }

  /// The `open` event.
  public var openingEvent: InteractionEvent {
    InteractionEvent(time: self.header.start, kind: .open(self.header.current))
  }
}
