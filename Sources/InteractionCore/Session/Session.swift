/// The interaction state of one surface on one device: handles events and returns directives (rule
/// S1).
///
/// A session is a value without clock, randomness or I/O. The same experience, surface and
/// events give the same directives on every machine, so a session can be recorded, replayed,
/// encoded and continued elsewhere.
///
/// ```swift
/// var session = Session(experience: experience, surface: .phone)
/// let tap = InteractionEvent(sequence: 1, time: .zero, kind: .tapTab(index: 2))
/// let directives = session.handle(tap)
/// ```
public struct Session: Hashable, Sendable {
  /// The experience with the lengths of the surface and the app's changes (rules R13, T18).
  @Boxed public private(set) var experience: Experience
  /// The experience as defined; it changes only with a move to another version (rule V1).
  @Boxed package internal(set) var base: Experience
  /// The mutable state.
  package internal(set) var state: State
  var wiring: StateMachineIndices
  /// The earliest deadline, at which the client sends a tick; nil for none.
  ///
  /// Cached after every change, because it is read often and a session is too large to be copied
  /// for it.
  public private(set) var nextDeadline: Instant?
  /// The earliest deadline that a server may fire without the client's tick: it excludes those of
  /// touches while a finger is down (rule S5).
  public private(set) var nextServerDeadline: Instant?

  /// Creates a session before its first event.
  public init(experience: Experience, surface: Surface) {
    self.init(experience: experience, state: State(experience: experience, in: surface))
  }

  /// Creates a session that continues from `state`, which must be of the same experience.
  package init(experience: Experience, state: State) {
    self._base = Boxed(experience)
    self._experience = self._base
    self.state = state
    self.wiring = StateMachineIndices(experience)
    self.resolveExperience()
    self.updateDeadlines()
  }

  /// Handles one event.
  ///
  /// Deadlines up to the event's time fire first, each at its own time (rule S5). An event with
  /// ``violations(in:)`` changes nothing.
  ///
  /// - Returns: The directives, in order; usually none.
  public mutating func handle(_ event: InteractionEvent) -> [Directive] {
    self.violations(in: event).isEmpty ? self.decide(event) : []
  }

  /// Handles an event without ``violations(in:)``; the caller has checked.
  package mutating func decide(_ event: InteractionEvent) -> [Directive] {
    self.decide(event, into: Outcome()).directives
  }

  /// Handles an event as ``decide(_:)`` does; returns `outcome` with the results added.
  mutating func decide(_ event: InteractionEvent, into outcome: Outcome) -> Outcome {
    var outcome = outcome
    let isFirst = !self.state.hasStarted
    self.state.hasStarted = true
    if isFirst {
      self.state.now = event.time
    } else if event.time < self.state.now {
      self.state.lateEvents &+= 1
      // The touches that a server tick left open are decided at the client's own time.
      if !event.isFromServer { self.drainTouches(upTo: event.time, into: &outcome) }
    } else {
      self.drain(upTo: event.time, excludingTouches: event.isFromServer, into: &outcome)
      self.state.now = event.time
    }
    return self.process(event.cause, at: event.time, after: outcome) { session, turn in
      if turn.explains {
        session.explain(event, isFirst: isFirst, in: &turn)
      } else {
        session.apply(event.kind, isFirst: isFirst, in: &turn)
      }
    }
  }

  /// Applies one cause and its consequences; returns `outcome` with the results added. Inlined to
  /// avoid copying the session.
  @inline(__always)
  mutating func process(
    _ cause: Directive.Cause, at time: Instant, after outcome: Outcome,
    _ apply: (inout Session, inout CauseContext) -> Void
  ) -> Outcome {
    var turn = CauseContext(cause: cause, time: time, outcome: outcome)
    apply(&self, &turn)
    self.updateCarousels()
    self.updateDeadlines()
    return turn.outcome
  }

  /// Applies the surface's lengths and the app's changes to the definition (rules R13, T18).
  mutating func resolveExperience() {
    self._experience = self._base
    guard self.base.dependsOnSurface || !self.state.itemChanges.isEmpty else { return }
    self.experience = self.base.resolved(in: self.state.surface)
      .changed(by: self.state.itemChanges)
  }

  /// Updates the cached deadlines.
  mutating func updateDeadlines() {
    self.nextDeadline = self.earliestDeadline()
    self.nextServerDeadline =
      self.state.barTouch.finger == nil
      ? self.nextDeadline : self.earliestDeadline(excludingTouches: true)
  }

  /// The session time: that of the newest event.
  public var now: Instant { self.state.now }

  /// The number of events that arrived with a time before session time and were applied at session
  /// time (rule S6).
  public var lateEvents: UInt32 { self.state.lateEvents }

  /// The drags in progress, as a heartbeat lists them (rule S3).
  public var heldDrags: [HeldDrag] {
    self.state.scrolls.indices.compactMap { index in
      guard case .dragging(let drag) = self.state.scrolls[index].phase else { return nil }
      return HeldDrag(source: self.experience.sources[index].id, drag: drag)
    }
  }

  /// The fingers that own the tab bar, the pages or the open second floor, as a heartbeat lists
  /// them.
  public var heldPointers: [UInt32] {
    var pointers: [UInt32] = []
    if let finger = self.state.barTouch.finger { pointers.append(finger.pointer) }
    if let finger = self.state.pageTouch.finger { pointers.append(finger.pointer) }
    if case .open(.some(let pull)) = self.state.floor.phase { pointers.append(pull.pointer) }
    return pointers
  }
}

extension InteractionEvent {
  /// A Boolean value that indicates whether the event comes from the server or a backend; it then
  /// decides no touch while a finger is down.
  fileprivate var isFromServer: Bool {
    if case .serverTick = self.kind { return true }
    return self.command != nil
  }

  fileprivate var cause: Directive.Cause {
    self.command.map { .command(id: $0) } ?? .event(sequence: self.sequence)
  }
}

extension Session {
  /// The mutable state of a session.
  package struct State: Hashable, Sendable {
    /// The client's surface.
    package var surface: Surface
    /// The session time.
    package var now: Instant = .zero
    /// The sequence number of the next directive.
    package var nextDirective: UInt64 = 1
    /// The number of late events that were applied at session time.
    package var lateEvents: UInt32 = 0
    /// True while the app is in the foreground.
    package var isForeground = true
    /// A Boolean value that indicates whether an event has been handled: the first one defines
    /// session time.
    package var hasStarted = false
    /// The trackers of the experience's sources, in order.
    package var scrolls: [ScrollTracker]
    /// The travels of the sources on which a toggle by direction depends, in order; nil before the
    /// first step (rule R12).
    package var travels: [ScrollTravel?]
    /// The lists of the sources that have several, in order (rule S9).
    package var pagers: [ListPager]
    /// The experience's toggles, in order.
    package var toggles: [ThresholdToggle]
    package var tabBar = TabBar()
    /// The changes of items, by tab (rule T18).
    package var itemChanges: [ItemChange] = []
    /// A Boolean value that indicates whether a command has hidden the bar (rule T18).
    package var isBarHidden = false
    /// The badges of the tabs that have one, in order.
    package var badges: [BadgeMachine]
    package var barTouch = TabBarTouch()
    package var longPress = LongPress()
    package var pageTouch = PageTouch()
    package var transition: TabTransition
    package var navigation = NavigationStack()
    package var floor = SecondFloor()
    /// The refreshes of the experience's sources, in order.
    package var refreshes: [PullRefresh]
    /// The experience's carousels, in order.
    package var carousels: [Carousel]
    package var generations: Generations

    /// Creates the state before the first event.
    package init(experience: Experience, in surface: Surface) {
      self.surface = surface
      self.scrolls = experience.sources.map { _ in ScrollTracker() }
      self.travels = experience.travelSources.map { _ in nil }
      self.pagers = experience.pagerSources.map { ListPager(experience.sources[$0].lists.count) }
      self.toggles = experience.toggles.map { _ in ThresholdToggle() }
      self.refreshes = experience.sources.map { _ in PullRefresh() }
      let cappedTexts = experience.tabBar.cappedTexts
      self.badges = experience.tabBar.items.compactMap { item in
        item.badge.map { BadgeMachine($0, cappedTexts: cappedTexts) }
      }
      self.transition = TabTransition(swipes: experience.tabBar.transition?.swipes ?? false)
      self.carousels = experience.carousels.map { _ in Carousel() }
      self.generations = Generations(
        toggles: self.toggles.map { _ in 1 }, badges: self.badges.map { _ in 1 })
    }
  }

  /// The generations of all aspects of the visible state (rule D1).
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

    /// - Parameter others: The generation of all aspects except toggles and badges.
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

  /// The indices that connect state machines with sources and tabs, computed once instead of on
  /// every sample.
  struct StateMachineIndices: Hashable, Sendable {
    /// The index of each toggle's source in the experience.
    let toggleSources: [Int?]
    /// The indices of the sources in ``State/travels``, and in ``State/pagers``.
    let travelSources: [Int]
    let pagerSources: [Int]
    /// The index of the floor's source.
    let floorSource: Int?
    /// The index of the tab whose page contains the floor's source.
    let floorTab: Int?
    /// The index of the tab whose page contains each toggle's source.
    let toggleTabs: [Int?]
    /// The indices of the tabs that have a badge.
    let badgeTabs: [Int]
    /// The index of each carousel's source in the experience.
    let carouselSources: [Int?]
    /// True if the experience has a gate or a long press, respectively; without one its setting is
    /// omitted.
    let hasGate: Bool
    let hasLongPress: Bool
    /// The indices of the toggles that move the bar (rule R12).
    let barToggles: [Int]
    /// The indices of the tabs whose item stays lit while their page is on the stack (rule T19).
    let litTabs: [Int]
    /// A Boolean value that indicates whether a pull or a tap may refresh the list in front of the
    /// floor.
    let showsRefresh: Bool

    init(_ experience: Experience) {
      self.toggleSources = experience.toggles.map { experience.index(of: $0.source) }
      self.travelSources = experience.travelSources
      self.pagerSources = experience.pagerSources
      self.floorSource = experience.floor.flatMap { experience.index(of: $0.source) }
      self.floorTab = self.floorSource.flatMap { experience.sources[$0].tab }
      self.toggleTabs = self.toggleSources.map { $0.flatMap { experience.sources[$0].tab } }
      let items = experience.tabBar.items
      self.badgeTabs = items.indices.filter { items[$0].badge != nil }
      self.carouselSources = experience.carousels.map { experience.index(of: $0.source) }
      self.hasGate =
        items.contains { $0.requiresLogin || $0.asksClient }
        || experience.floor?.rule.requiresLogin == true
      self.hasLongPress = items.contains { $0.hasLongPress }
      self.barToggles = experience.toggles.indices.filter {
        experience.toggles[$0].appearance.hidesBar
      }
      self.litTabs = items.indices.filter { items[$0].jump?.staysLit == true }
      self.showsRefresh = experience.floor.map { experience.mayRefresh($0.source) } ?? false
    }
  }

  /// The result of an event and of the deadlines before it.
  struct Outcome {
    var directives: [Directive] = []
    /// The findings of the rules; nil unless requested.
    var findings: [Finding]?
  }

  /// The processing of one cause.
  struct CauseContext {
    /// The cause.
    let cause: Directive.Cause
    /// The time by the client's clock, not later than session time (rule S5).
    let time: Instant
    /// The results so far, including those of earlier causes.
    var outcome: Outcome
  }
}
