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
  @Held public private(set) var experience: Experience
  /// Everything that changes.
  package internal(set) var state: State
  let wiring: Wiring
  /// The earliest deadline; the client sends a tick then.
  ///
  /// Worked out once after every change: many ask, and a session is too large to be copied for it.
  public private(set) var nextDeadline: Instant?
  /// The earliest deadline that a server may let happen without the client's tick: it
  /// never decides a touch while a finger is down (rule S5).
  public private(set) var nextServerDeadline: Instant?

  /// A session that has seen no event yet.
  public init(experience: Experience, environment: Environment) {
    self.init(experience: experience, state: State(experience: experience, in: environment))
  }

  /// A session that continues from `state`, which has to be of the same experience.
  package init(experience: Experience, state: State) {
    self._experience = Held(experience)
    self.state = state
    self.wiring = Wiring(experience)
    self.noteDeadlines()
  }

  /// Takes in one event and decides.
  ///
  /// Deadlines up to the event's time are drained first, each at its own time (rule S5). An event
  /// that ``violations(in:)`` finds fault with changes nothing.
  ///
  /// - Returns: The directives, in order; mostly none.
  public mutating func handle(_ event: Event) -> [Directive] {
    self.violations(in: event).isEmpty ? self.decide(event) : []
  }

  /// Decides about an event that ``violations(in:)`` finds no fault with; the caller has looked.
  package mutating func decide(_ event: Event) -> [Directive] {
    self.decide(event, into: Outcome()).directives
  }

  /// Decides about an event as ``decide(_:)`` does, and adds to `outcome` what comes of it.
  mutating func decide(_ event: Event, into outcome: Outcome) -> Outcome {
    var outcome = outcome
    let isFirst = !self.state.hasStarted
    self.state.hasStarted = true
    if isFirst {
      self.state.now = event.time
    } else if event.time < self.state.now {
      self.state.lateEvents &+= 1
      // What the server did not dare to decide is decided by the client's own time.
      if !event.isFromServer { self.drainTouches(upTo: event.time, into: &outcome) }
    } else {
      self.drain(upTo: event.time, sparingTouches: event.isFromServer, into: &outcome)
      self.state.now = event.time
    }
    return self.takeTurn(event.cause, at: event.time, after: outcome) { session, turn in
      if turn.explains {
        session.explain(event, isFirst: isFirst, in: &turn)
      } else {
        session.apply(event.kind, isFirst: isFirst, in: &turn)
      }
    }
  }

  /// Applies what `cause` stands for, and what follows from it; returns what came of it and of what
  /// was before it. Put where it is called: a call would copy the session.
  @inline(__always)
  mutating func takeTurn(
    _ cause: Directive.Cause, at time: Instant, after outcome: Outcome,
    _ apply: (inout Session, inout Turn) -> Void
  ) -> Outcome {
    var turn = Turn(cause: cause, time: time, outcome: outcome)
    apply(&self, &turn)
    self.updateCarousels()
    self.noteDeadlines()
    return turn.outcome
  }

  /// Works out what is due next, after a change.
  mutating func noteDeadlines() {
    self.nextDeadline = self.earliestDeadline()
    self.nextServerDeadline =
      self.state.barTouch.finger == nil
      ? self.nextDeadline : self.earliestDeadline(sparingTouches: true)
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

  /// The fingers that own the bar, the pages or the open second floor, for the heartbeat.
  public var heldPointers: [UInt32] {
    var pointers: [UInt32] = []
    if let finger = self.state.barTouch.finger { pointers.append(finger.pointer) }
    if let finger = self.state.pageTouch.finger { pointers.append(finger.pointer) }
    if case .open(.some(let pull)) = self.state.floor.phase { pointers.append(pull.pointer) }
    return pointers
  }
}

extension Event {
  /// Whether it does not come from the client: then it decides no touch while a finger is down.
  fileprivate var isFromServer: Bool {
    if case .serverTick = self.kind { return true }
    return self.command != nil
  }

  fileprivate var cause: Directive.Cause {
    self.command.map { .command(id: $0) } ?? .event(sequence: self.sequence)
  }
}

extension Session {
  /// What a session remembers.
  package struct State: Hashable, Sendable {
    /// The client's surface.
    package var environment: Environment
    /// Session time.
    package var now: Instant = .zero
    /// The number of the next directive.
    package var nextDirective: UInt64 = 1
    /// Events that came too late and were applied at session time.
    package var lateEvents: UInt32 = 0
    /// Whether the app is on the screen.
    package var isForeground = true
    /// Whether any event has been seen: the first one sets the clock.
    package var hasStarted = false
    /// One tracker for each source of the experience.
    package var scrolls: [ScrollTracker]
    /// One toggle for each of the experience.
    package var toggles: [ThresholdToggle]
    package var tabBar = TabBar()
    /// One for each tab that has a badge, in order.
    package var badges: [Badge]
    package var barTouch = BarTouch()
    package var longPress = LongPress()
    package var pageTouch = PageTouch()
    package var transition: TabTransition
    package var navigation = NavigationStack()
    package var floor = SecondFloor()
    /// One for each source of the experience.
    package var refreshes: [PullRefresh]
    /// One for each of the experience.
    package var carousels: [Carousel]
    package var generations: Generations

    /// The state before the first event.
    package init(experience: Experience, in environment: Environment) {
      self.environment = environment
      self.scrolls = experience.sources.map { _ in ScrollTracker() }
      self.toggles = experience.toggles.map { _ in ThresholdToggle() }
      self.refreshes = experience.sources.map { _ in PullRefresh() }
      let cappedTexts = experience.tabBar.cappedTexts
      self.badges = experience.tabBar.items.compactMap { item in
        item.badge.map { Badge($0, cappedTexts: cappedTexts) }
      }
      self.transition = TabTransition(swipes: experience.tabBar.transition?.swipes ?? false)
      self.carousels = experience.carousels.map { _ in Carousel() }
      self.generations = Generations(
        toggles: self.toggles.map { _ in 1 }, badges: self.badges.map { _ in 1 })
    }
  }

  /// How often each aspect of the visible state has changed (rule D1).
  package struct Generations: Hashable, Sendable {
    package var toggles: [UInt32]
    package var badges: [UInt32]
    package var selection: UInt32
    package var layout: UInt32
    package var floor: UInt32
    package var floorLayout: UInt32
    package var links: UInt32
    package var gate: UInt32
    package var press: UInt32
    package var transition: UInt32
    package var navigation: UInt32
    package var refresh: UInt32

    /// - Parameter others: The number of all but toggles and badges.
    package init(toggles: [UInt32], badges: [UInt32], others: UInt32 = 1) {
      self.toggles = toggles
      self.badges = badges
      self.selection = others
      self.layout = others
      self.floor = others
      self.floorLayout = others
      self.links = others
      self.gate = others
      self.press = others
      self.transition = others
      self.navigation = others
      self.refresh = others
    }
  }

  /// Which machine listens to which source, worked out once instead of on every sample.
  struct Wiring: Hashable, Sendable {
    /// For each toggle, where its source stands in the experience.
    let toggleSources: [Int?]
    /// The floor's source.
    let floorSource: Int?
    /// The tab whose page the floor's source lies on.
    let floorTab: Int?
    /// For each toggle, the tab whose page its source lies on.
    let toggleTabs: [Int?]
    /// The tabs that have a badge.
    let badgeTabs: [Int]
    /// For each carousel, where its source stands in the experience.
    let carouselSources: [Int?]
    /// Whether the bar has a gate, a menu to press for, pages that slide: what has none of them
    /// says nothing of them.
    let hasGate: Bool
    let hasMenu: Bool
    /// Whether a pull or a tap may refresh the list that the floor hides behind.
    let showsRefresh: Bool

    init(_ experience: Experience) {
      self.toggleSources = experience.toggles.map { experience.index(of: $0.source) }
      self.floorSource = experience.floor.flatMap { experience.index(of: $0.source) }
      self.floorTab = self.floorSource.flatMap { experience.sources[$0].tab }
      self.toggleTabs = self.toggleSources.map { $0.flatMap { experience.sources[$0].tab } }
      let items = experience.tabBar.items
      self.badgeTabs = items.indices.filter { items[$0].badge != nil }
      self.carouselSources = experience.carousels.map { experience.index(of: $0.source) }
      self.hasGate =
        items.contains { $0.requiresLogin || $0.asksClient }
        || experience.floor?.rule.requiresLogin == true
      self.hasMenu = items.contains { !$0.menu.isEmpty }
      self.showsRefresh = experience.floor.map { experience.mayRefresh($0.source) } ?? false
    }
  }

  /// What came of an event and of the deadlines before it.
  struct Outcome {
    var directives: [Directive] = []
    /// The rules' findings; nil unless the caller wants them.
    var findings: [Finding]?
  }

  /// What one cause has led to so far.
  struct Turn {
    /// Why.
    let cause: Directive.Cause
    /// When, by the client's stamp: not later than session time (rule S5).
    let time: Instant
    /// What it led to, after what was before it.
    var outcome: Outcome
  }
}
