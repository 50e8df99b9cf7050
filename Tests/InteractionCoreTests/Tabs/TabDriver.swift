import InteractionCore
import Testing

/// A session with a tab bar, driven event by event.
///
/// After each event it checks the invariants of every session: a client model that only applies
/// directives matches the snapshot (D1, D5), applying a directive twice changes nothing, and the
/// directives are numbered without gaps, in order of time.
struct TabDriver {
  private(set) var session: Session
  /// The directives of the latest event.
  private(set) var directives: [Directive] = []
  /// The purpose of each directive.
  private(set) var kinds: [DirectiveKind] = []
  private var model: ClientModel
  private var sequence: UInt64 = 0
  private var nextDirective: UInt64 = 1

  /// Makes a session that is opened at 0 ms.
  init(
    _ experience: Experience, in surface: Surface = .phone,
    restoring restoration: RestoredState? = nil
  ) {
    self.session = Session(experience: experience, surface: surface)
    let opening = self.session.handle(.at(0, .open(restoration)))
    // The snapshot that answers the opening contains the restored state.
    self.model = ClientModel(self.session.snapshot)
    self.take(opening, sourceLocation: #_sourceLocation)
  }

  /// Makes a session with the five tabs of ``experience(navigation:hasFloor:_:)``, with a change.
  init(
    in surface: Surface = .phone, restoring restoration: RestoredState? = nil,
    navigation: NavigationDefinition? = nil, hasFloor: Bool = false,
    _ change: (inout TabBarDefinition) -> Void = { _ in }
  ) {
    self.init(
      Self.experience(navigation: navigation, hasFloor: hasFloor, change), in: surface,
      restoring: restoration)
  }

  /// Returns a screen with five plain tabs, the second of which has a list.
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

  /// Sends an event at `time` ms. Returns the directives in the words of ``DirectiveKind/inWords``.
  @discardableResult mutating func send(
    _ kind: InteractionEvent.Kind, at time: Int64, command: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    self.sequence += 1
    let event = InteractionEvent(
      sequence: self.sequence, time: .milliseconds(time), kind: kind, command: command)
    #expect(self.session.violations(in: event) == [], sourceLocation: sourceLocation)
    self.take(self.session.handle(event), sourceLocation: sourceLocation)
    return self.words
  }

  /// Sends a tap that the client has recognised.
  @discardableResult mutating func tap(
    _ tab: Int, at time: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    self.send(.tapTab(index: tab), at: time, sourceLocation: sourceLocation)
  }

  /// Sends a pointer event at a distance from the centre of a tab's item.
  @discardableResult mutating func touch(
    _ phase: Pointer.Phase, _ tab: Int, at time: Int64, finger: UInt32 = 1, dx: Double = 0,
    dy: Double = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    let pointer = self.pointer(phase, tab, finger: finger, dx: dx, dy: dy)
    return self.send(.pointer(pointer), at: time, sourceLocation: sourceLocation)
  }

  /// Returns the pointer at that position.
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
  /// The generation of the current selection.
  var selectionGeneration: UInt32? {
    self.session.snapshot.settings.first { $0.aspect == .selection }?.generation
  }
  /// The directives of the latest event, in words.
  var words: [String] { self.kinds.compactMap(\.inWords) }
  /// The selections in the directives of the latest event.
  var selections: [TabSwitch] {
    self.kinds.compactMap { if case .selects(let it) = $0 { it } else { nil } }
  }
  /// The next deadline, ms.
  var deadline: Int64? { self.session.nextDeadline.map { $0.microseconds / 1_000 } }
  /// The next deadline that a server may pass without an event, ms.
  var serverDeadline: Int64? { self.session.nextServerDeadline.map { $0.microseconds / 1_000 } }

  private func part<Part>(_ read: (Setting.State) -> Part?) -> Part? {
    self.session.snapshot.settings.compactMap { read($0.state) }.first
  }
}
