/// One surface on one device: takes events in, gives directives back (rule S1).
///
/// A session is a value without clock, randomness or I/O. The same experience, environment and
/// events give the same directives on every machine, so a session can be recorded, replayed,
/// encoded and continued elsewhere.
///
/// ```swift
/// var session = Session(experience: experience, environment: .phone)
/// let directives = session.handle(Event(sequence: 1, time: .zero, kind: .tapTab(index: 2)))
/// ```
public struct Session: Hashable, Sendable {
  /// What the session follows; it keeps the version it started with.
  public let experience: Experience
  /// Everything that changes.
  package var state: State
  let wiring: Wiring

  /// A session that has seen no event yet.
  public init(experience: Experience, environment: Environment) {
    self.init(experience: experience, state: State(experience: experience, in: environment))
  }

  /// A session that continues from `state`, which has to be of the same experience.
  package init(experience: Experience, state: State) {
    self.experience = experience
    self.state = state
    self.wiring = Wiring(experience)
  }

  /// Takes in one event and decides.
  ///
  /// Deadlines up to the event's time are drained first, each at its own time (rule S5). An event
  /// that ``violations(in:)`` finds fault with changes nothing.
  ///
  /// - Returns: The directives, in order; mostly none.
  public mutating func handle(_ event: Event) -> [Directive] {
    guard self.violations(in: event).isEmpty else { return [] }
    var directives: [Directive] = []
    let isFirst = !self.state.hasStarted
    self.state.hasStarted = true
    if isFirst {
      self.state.now = event.time
    } else if event.time < self.state.now {
      self.state.lateEvents &+= 1
    } else {
      self.drain(upTo: event.time, into: &directives)
      self.state.now = event.time
    }
    var turn = Turn(cause: .event(sequence: event.sequence), directives: directives)
    if case .open(let restoration) = event.kind {
      if isFirst { self.open(restoration, in: &turn) }
    } else {
      self.apply(event.kind, in: &turn)
    }
    return turn.directives
  }

  /// The earliest moment at which something happens by itself; the client sends a tick then.
  public var nextDeadline: Instant? {
    self.earliestDeadline?.time
  }

  /// Session time: that of the newest event.
  public var now: Instant { self.state.now }

  /// How many events came with a time before session time and were applied at session time (S6).
  public var lateEvents: UInt32 { self.state.lateEvents }

  /// The drags whose finger is down, for the heartbeat (rule S3).
  public var heldDrags: [HeldDrag] {
    self.state.scrolls.indices.compactMap { index in
      guard case .dragging(let drag) = self.state.scrolls[index].phase else { return nil }
      return HeldDrag(source: self.experience.sources[index].id, drag: drag)
    }
  }
}

extension Session {
  /// What a session remembers.
  package struct State: Hashable, Sendable {
    /// The client's surface.
    package var environment: Environment
    /// Session time.
    package var now: Instant
    /// The number of the next directive.
    package var nextDirective: UInt64
    /// Events that came too late and were applied at session time.
    package var lateEvents: UInt32
    /// Whether the app is on the screen.
    package var isForeground: Bool
    /// Whether any event has been seen: the first one sets the clock.
    package var hasStarted: Bool
    /// One tracker for each source of the experience.
    package var scrolls: [ScrollTracker]
    /// One toggle for each of the experience.
    package var toggles: [ThresholdToggle]
    package var tabBar: TabBar
    package var floor: SecondFloor
    package var generations: Generations

    package init(
      environment: Environment,
      now: Instant,
      nextDirective: UInt64,
      lateEvents: UInt32,
      isForeground: Bool,
      hasStarted: Bool,
      scrolls: [ScrollTracker],
      toggles: [ThresholdToggle],
      tabBar: TabBar,
      floor: SecondFloor,
      generations: Generations
    ) {
      self.environment = environment
      self.now = now
      self.nextDirective = nextDirective
      self.lateEvents = lateEvents
      self.isForeground = isForeground
      self.hasStarted = hasStarted
      self.scrolls = scrolls
      self.toggles = toggles
      self.tabBar = tabBar
      self.floor = floor
      self.generations = generations
    }

    /// The state before the first event.
    init(experience: Experience, in environment: Environment) {
      self.init(
        environment: environment,
        now: .zero,
        nextDirective: 1,
        lateEvents: 0,
        isForeground: true,
        hasStarted: false,
        scrolls: experience.sources.map { _ in ScrollTracker() },
        toggles: experience.toggles.map { _ in ThresholdToggle() },
        tabBar: TabBar(),
        floor: SecondFloor(),
        generations: Generations(toggles: experience.toggles.map { _ in 1 })
      )
    }
  }

  /// How often each aspect of the visible state has changed (rule D1).
  package struct Generations: Hashable, Sendable {
    package var toggles: [UInt32]
    package var selection: UInt32
    package var layout: UInt32
    package var floor: UInt32
    package var floorLayout: UInt32
    package var links: UInt32

    package init(
      toggles: [UInt32], selection: UInt32 = 1, layout: UInt32 = 1, floor: UInt32 = 1,
      floorLayout: UInt32 = 1, links: UInt32 = 1
    ) {
      self.toggles = toggles
      self.selection = selection
      self.layout = layout
      self.floor = floor
      self.floorLayout = floorLayout
      self.links = links
    }
  }

  /// Which machine listens to which source, worked out once instead of on every sample.
  struct Wiring: Hashable, Sendable {
    /// For each toggle, where its source stands in the experience.
    let toggleSources: [Int?]
    /// The floor's source.
    let floorSource: Int?
    /// For each toggle, the tab whose page its source lies on.
    let toggleTabs: [Int?]

    init(_ experience: Experience) {
      self.toggleSources = experience.toggles.map { experience.index(of: $0.source) }
      self.floorSource = experience.floor.flatMap { experience.index(of: $0.source) }
      self.toggleTabs = self.toggleSources.map { $0.flatMap { experience.sources[$0].tab } }
    }
  }

  /// What one cause has led to so far.
  struct Turn {
    /// Why.
    let cause: Directive.Cause
    /// What it led to.
    var directives: [Directive]
  }
}
