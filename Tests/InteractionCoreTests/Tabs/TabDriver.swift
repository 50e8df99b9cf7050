import InteractionCore
import Testing

/// A session with a tab bar, played event by event.
///
/// After each event it checks what has to hold in every session: a client that only applies
/// directives shows what the session shows (D1, D5), telling it twice changes nothing, and the
/// directives are numbered without a gap, in the order of time.
struct TabDriver {
  private(set) var session: Session
  /// What the newest event led to.
  private(set) var directives: [Directive] = []
  /// What each of these is for.
  private(set) var kinds: [DirectiveKind] = []
  private var model: ClientModel
  private var sequence: UInt64 = 0
  private var nextDirective: UInt64 = 1

  /// A session that is opened at 0 ms.
  init(
    _ experience: Experience, in environment: Environment = .phone,
    restoring restoration: Restoration? = nil
  ) {
    self.session = Session(experience: experience, environment: environment)
    let opening = self.session.handle(.at(0, .open(restoration)))
    // What the opening restores is in the snapshot that answers it.
    self.model = ClientModel(self.session.snapshot)
    self.take(opening, sourceLocation: #_sourceLocation)
  }

  /// A session with the five tabs of ``experience(navigation:hasFloor:_:)``, changed.
  init(
    in environment: Environment = .phone, restoring restoration: Restoration? = nil,
    navigation: NavigationDefinition? = nil, hasFloor: Bool = false,
    _ change: (inout TabBarDefinition) -> Void = { _ in }
  ) {
    self.init(
      Self.experience(navigation: navigation, hasFloor: hasFloor, change), in: environment,
      restoring: restoration)
  }

  /// Five tabs without anything special, the second of which has a list.
  static func experience(
    navigation: NavigationDefinition? = nil, hasFloor: Bool = false,
    _ change: (inout TabBarDefinition) -> Void = { _ in }
  ) -> Experience {
    var bar = TabBarDefinition(
      items: ["home", "feed", "messages", "shop", "me"].map {
        TabItem(title: LocalizedText(fallback: $0), image: $0, selectedImage: "\($0)_selected")
      })
    bar.items[1].list = .feed
    change(&bar)
    return Experience(
      name: "tabs", preset: .refined,
      sources: [ScrollSource(id: .home, tab: 0), ScrollSource(id: .feed, tab: 1)], tabBar: bar,
      toggles: [], floor: hasFloor ? FloorDefinition(source: .home) : nil, navigation: navigation)
  }

  /// Anything, at `time` ms; what it led to, in the words of ``DirectiveKind/inWords``.
  @discardableResult mutating func send(
    _ kind: Event.Kind, at time: Int64, command: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    self.sequence += 1
    let event = Event(
      sequence: self.sequence, time: .milliseconds(time), kind: kind, command: command)
    #expect(self.session.violations(in: event) == [], sourceLocation: sourceLocation)
    self.take(self.session.handle(event), sourceLocation: sourceLocation)
    return self.words
  }

  /// A ready-made tap.
  @discardableResult mutating func tap(
    _ tab: Int, at time: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    self.send(.tapTab(index: tab), at: time, sourceLocation: sourceLocation)
  }

  /// A finger at a distance from the middle of a tab's item.
  @discardableResult mutating func touch(
    _ phase: Pointer.Phase, _ tab: Int, at time: Int64, finger: UInt32 = 1, dx: Double = 0,
    dy: Double = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    let pointer = self.pointer(phase, tab, finger: finger, dx: dx, dy: dy)
    return self.send(.pointer(pointer), at: time, sourceLocation: sourceLocation)
  }

  /// The report of that finger.
  func pointer(
    _ phase: Pointer.Phase, _ tab: Int, finger: UInt32 = 1, dx: Double = 0, dy: Double = 0
  ) -> Pointer {
    let bar = self.layout?.frame ?? .zero
    let middle = (self.layout?.items[tab].frame ?? .zero).center
    let position = Point(x: bar.x + middle.x + dx, y: bar.y + middle.y + dy)
    return Pointer(id: finger, phase: phase, target: .tab(tab), position: position)
  }

  private mutating func take(_ directives: [Directive], sourceLocation: SourceLocation) {
    self.kinds = directives.kinds(since: self.model.snapshot)
    for directive in directives { self.model.apply(directive) }
    #expect(self.model.snapshot == self.session.snapshot, sourceLocation: sourceLocation)
    let shown = self.model
    for directive in directives { self.model.apply(directive) }
    #expect(self.model == shown, "told twice", sourceLocation: sourceLocation)
    let next = self.nextDirective + UInt64(directives.count)
    #expect(
      directives.map(\.sequence) == Array(self.nextDirective ..< next),
      sourceLocation: sourceLocation)
    let times = directives.map(\.at)
    #expect(times == times.sorted(), sourceLocation: sourceLocation)
    #expect(times.allSatisfy { $0 <= self.session.now }, sourceLocation: sourceLocation)
    self.nextDirective = next
    self.directives = directives
  }
}

extension TabDriver {
  var layout: BarLayout? { self.part { if case .layout(let it) = $0 { it } else { nil } } }
  var gate: GateState? { self.part { if case .gate(let it) = $0 { it } else { nil } } }
  var press: PressState? { self.part { if case .press(let it) = $0 { it } else { nil } } }
  var selection: SelectionState? {
    self.part { if case .selection(let it) = $0 { it } else { nil } }
  }
  var transition: TransitionState? {
    self.part { if case .transition(let it) = $0 { it } else { nil } }
  }
  /// The generation of the selection that shows.
  var selectionGeneration: UInt32? {
    self.session.snapshot.settings.first { $0.aspect == .selection }?.generation
  }
  /// What the newest event led to, in words.
  var words: [String] { self.kinds.compactMap(\.inWords) }
  /// The selections of the newest event.
  var selections: [TabSwitch] {
    self.kinds.compactMap { if case .selects(let it) = $0 { it } else { nil } }
  }
  /// The next deadline, ms.
  var deadline: Int64? { self.session.nextDeadline.map { $0.microseconds / 1_000 } }
  /// The next deadline that a server may let pass by itself, ms.
  var serverDeadline: Int64? { self.session.nextServerDeadline.map { $0.microseconds / 1_000 } }

  private func part<Part>(_ read: (Setting.State) -> Part?) -> Part? {
    self.session.snapshot.settings.compactMap { read($0.state) }.first
  }
}
