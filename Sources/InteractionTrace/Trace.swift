public import InteractionCore
package import InteractionWire

/// A recorded session: what happened, and what the engine answered.
public struct Trace: Hashable, Sendable {
  /// What the session was.
  public var header: Header
  /// What the session's opening led to.
  public var opening: [Directive]
  /// The events in order, each with what it led to.
  public var steps: [Step]

  /// What a recorded session was.
  public struct Header: Hashable, Sendable {
    /// The experience's name.
    public var experience: String
    /// SHA-256 of the experience's definition; empty while there are no directives.
    public var digest: String
    /// The surface.
    public var environment: Environment
    /// What the session started from.
    public var current: Restoration?
    /// Where session time started.
    public var start: Instant
    /// Where the events come from.
    public var client: String
    /// Which connection of which session it was; nil but in a server's recordings.
    public var connection: Connection?
    /// What the session remembered at the start, if it was resumed.
    package var state: Proto.SessionState?
    /// The experience itself, with nothing left to a preset; nil if the trace only names it.
    package var definition: Proto.ExperienceDefinition?

    public init(
      experience: String, digest: String = "", environment: Environment,
      current: Restoration? = nil, start: Instant = .zero, client: String = ""
    ) {
      self.experience = experience
      self.digest = digest
      self.environment = environment
      self.current = current
      self.start = start
      self.client = client
    }
  }

  /// Which connection of which session was recorded.
  public struct Connection: Hashable, Sendable {
    /// The session's name.
    public var session: String
    /// The session's user; empty for none.
    public var user: String
    /// Counts the client's connections, from 1.
    public var epoch: UInt64

    public init(session: String, user: String, epoch: UInt64) {
      self.session = session
      self.user = user
      self.epoch = epoch
    }
  }

  /// An event and the directives that it led to.
  public struct Step: Hashable, Sendable {
    /// What happened; numbered by its place in the trace.
    public var event: Event
    /// What the engine answered.
    public var directives: [Directive]
    /// The number that the client gave it; nil where it gave none, or it was not recorded.
    public var number: UInt64?

    public init(event: Event, directives: [Directive] = [], number: UInt64? = nil) {
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

  /// A trace without directives; the events are numbered from 1.
  public init(header: Header, events: [Event]) {
    let steps = events.enumerated().map { index, event in
      var event = event
      event.sequence = UInt64(index) + 1
      return Step(event: event)
    }
    self.init(header: header, steps: steps)
  }

  /// The events in order.
  public var events: [Event] { self.steps.map(\.event) }

  /// All directives in order.
  public var directives: [Directive] {
    self.opening + self.steps.flatMap(\.directives)
  }

  /// From the session's start to its last event.
  public var duration: TimeSpan {
    (self.steps.last?.event.time ?? self.header.start) - self.header.start
  }

  /// The same events, answered by `experience`.
  public func recorded(with experience: Experience) -> Trace {
    var trace = self
    if experience.digest != self.header.digest { trace.header.definition = nil }
    trace.header.experience = experience.name
    trace.header.digest = experience.digest
    var session = Session(experience: experience, environment: self.header.environment)
    if let state = self.header.state, let resumed = try? Session(state, of: experience) {
      session = resumed
    } else {
      trace.opening = session.handle(self.openingEvent)
    }
    for index in trace.steps.indices {
      trace.steps[index].directives = session.handle(trace.steps[index].event)
    }
    return trace
  }

  /// The event that opens the session.
  public var openingEvent: Event {
    Event(time: self.header.start, kind: .open(self.header.current))
  }
}
