import InteractionCore
import Testing

@Suite("U: labels, actions, announcements and colours")
struct AccessibilityTests {
  private static let english = LocalizedText(
    fallback: "Start", translations: [.init(locale: "de", text: "Anfang")])

  private static func experience(
    _ items: [TabItem], floor: FloorDefinition? = nil, toggles: [ToggleDefinition] = [],
    announcements: [AnnouncementDefinition] = []
  ) -> Experience {
    Experience(
      name: "labels", preset: .refined, sources: [ScrollSource(id: SourceID("home"), tab: 0)],
      tabBar: TabBarDefinition(items: items), toggles: toggles, floor: floor,
      navigation: NavigationDefinition(backLabel: LocalizedText(fallback: "Back")),
      announcements: announcements)
  }

  private static func session(
    _ experience: Experience, locale: String = "", scheme: Surface.ColorScheme = .light,
    contrast: Bool = false
  ) -> Session {
    var surface = Surface.phone
    (surface.locale, surface.colorScheme, surface.increasedContrast) = (locale, scheme, contrast)
    return Session(experience: experience, surface: surface)
  }

  private static func layout(_ session: Session) -> BarLayout? {
    for case .layout(let layout) in session.snapshot.settings.map(\.state) { return layout }
    return nil
  }

  @Test("U1: the text size changes no layout")
  func textScale() {
    let experience = Self.experience([TabItem(title: Self.english)])
    var surface = Surface.phone
    surface.textScale = 2
    let session = Session(experience: experience, surface: surface)
    #expect(session.snapshot == Self.session(experience).snapshot)
  }

  @Test("U2: an item has its own label or its title, in the session's language")
  func itemLabel() throws {
    let items = [
      TabItem(title: LocalizedText(fallback: "Home")),
      TabItem(title: LocalizedText(fallback: "1"), label: Self.english),
    ]
    let layout = try #require(Self.layout(Self.session(Self.experience(items), locale: "de-AT")))
    #expect(layout.items.map(\.label) == ["Home", "Anfang"])
  }

  @Test("U2: an item's role follows from its jump")
  func role() throws {
    let jumps: [TabActionKind?] = [nil, .route, .toast, .url]
    let items = jumps.map { kind in
      TabItem(
        title: Self.english, jump: kind.map { TabItem.Jump(kind: $0, value: Self.english) })
    }
    let layout = try #require(Self.layout(Self.session(Self.experience(items))))
    #expect(layout.items.map(\.role) == [.tab, .button, .button, .link])
  }

  @Test(
    "U2: a badge's label contains its text, and is empty while it is hidden",
    arguments: [
      ("", BadgeContent.number(count: 3, max: 99), "3"),
      ("{} new", .number(count: 120, max: 99), "99+ new"),
      ("News", .dot, "News"), ("", .dot, ""), ("{} new", .number(count: 0, max: 99), ""),
      ("a {} b {}", .text("x"), "a x b {}"), ("{ {}", .text("x"), "{ x"),
    ])
  func badgeLabel(label: String, content: BadgeContent, expected: String) throws {
    let badge = BadgeDefinition(content: content, label: LocalizedText(fallback: label))
    let session = Self.session(Self.experience([TabItem(title: Self.english, badge: badge)]))
    for case .badge(let state) in session.snapshot.settings.map(\.state) {
      #expect(state.label == expected)
      return
    }
    Issue.record("the snapshot has no badge")
  }

  @Test("U2: a toggle has the label of its look")
  func toggleLabel() throws {
    let toggle = ToggleDefinition(
      id: "rocket", source: SourceID("home"),
      appearance: ToggleDefinition.Appearance(
        belowLabel: LocalizedText(fallback: "logo"), aboveLabel: LocalizedText(fallback: "rocket")))
    var session = Self.session(Self.experience([TabItem(title: Self.english)], toggles: [toggle]))
    let directives = session.handle(
      InteractionEvent(
        sequence: 1, time: .zero, kind: .orderToggle(id: "rocket", look: .above)))
    guard case .toggle(let state) = directives.first?.settings.first?.state else {
      Issue.record("the toggle has not switched")
      return
    }
    #expect(state.label == "rocket")
  }

  @Test("U3: a press without a finger opens the menu, and cancels a finger on the bar")
  func press() throws {
    let menu = [TabItem.MenuEntryDefinition(id: "new", text: Self.english)]
    var session = Self.session(
      Self.experience([TabItem(title: Self.english), TabItem(title: Self.english, menu: menu)]))
    let down = Pointer(id: 1, phase: .down, target: .tab(1), position: Point(x: 300, y: 790))
    _ = session.handle(InteractionEvent(sequence: 1, time: .zero, kind: .pointer(down)))
    let directives = session.handle(
      InteractionEvent(sequence: 2, time: .zero, kind: .pressTab(index: 1)))
    #expect(directives.flatMap(\.effects) == [.presentMenu(tab: 1)])
    var phases: [PressState.Phase] = []
    for directive in directives {
      for case .press(let press) in directive.settings.map(\.state) { phases.append(press.phase) }
    }
    #expect(phases == [.failed, .began, .ended])
    #expect(session.heldPointers == [])
  }

  @Test("U3: a press on an item without a long press has no effect; one beside the bar is refused")
  func pressNothing() {
    var session = Self.session(Self.experience([TabItem(title: Self.english)]))
    let event = InteractionEvent(sequence: 1, time: .zero, kind: .pressTab(index: 0))
    #expect(session.handle(event) == [])
    let beside = InteractionEvent(sequence: 2, time: .zero, kind: .pressTab(index: 1))
    #expect(session.violations(in: beside).map(\.field) == ["press_tab.tab"])
  }

  @Test("U4: the floor, the refresh and a refusal are announced, in the session's language")
  func announcements() {
    let texts = AnnouncementDefinition.Occasion.allCases.map { occasion in
      AnnouncementDefinition(
        occasion: occasion, text: LocalizedText(fallback: "\(occasion)"),
        interrupts: occasion == .refused)
    }
    let floor = FloorDefinition(
      source: SourceID("home"), rule: FloorDefinition.Rule(refreshDistance: 50))
    var session = Self.session(
      Self.experience([TabItem(title: Self.english)], floor: floor, announcements: texts))
    var spoken: [String] = []
    var time = Instant.zero
    func handle(_ kind: InteractionEvent.Kind, after span: TimeSpan = .milliseconds(16)) {
      time = time + span
      for effect in session.handle(InteractionEvent(sequence: 1, time: time, kind: kind))
        .flatMap(\.effects)
      {
        if case .announce(let text, _) = effect { spoken.append(text) }
      }
    }
    func scroll(_ phase: Scroll.Phase, drag: UInt32, _ y: Double) -> InteractionEvent.Kind {
      .scroll(
        Scroll(
          source: SourceID("home"), drag: drag, phase: phase, x: 0, y: y,
          velocity: phase == .ended ? 0 : nil))
    }
    handle(scroll(.began, drag: 1, 0))
    handle(scroll(.moved, drag: 1, -60))
    handle(scroll(.ended, drag: 1, -60))
    handle(.refreshDone)
    handle(scroll(.settled, drag: 1, 0))
    handle(scroll(.began, drag: 2, 0))
    handle(scroll(.moved, drag: 2, -160))
    handle(scroll(.ended, drag: 2, -160))
    handle(.tick, after: .seconds(10))
    handle(.floor(.open))
    handle(.floor(.close))
    #expect(
      spoken == [
        "refreshing", "refreshed", "floorArmed", "floorOpened", "refused", "floorClosing",
      ])
  }

  @Test(
    "U5: a colour has the variant of the scheme and the contrast",
    arguments: [
      ("111111", false, false, "111111"), ("111111", true, true, "111111"),
      ("111111/222222", false, true, "111111"), ("111111/222222", true, true, "222222"),
      ("111111/222222/333333/444444", true, false, "222222"),
      ("111111/222222/333333/444444", false, true, "333333"),
      ("111111/222222/333333/444444", true, true, "444444"),
    ])
  func color(colors: String, isDark: Bool, isIncreased: Bool, expected: String) throws {
    var experience = Self.experience([
      TabItem(
        title: Self.english,
        button: ButtonLook(backgroundColor: colors, border: ButtonLook.Border(color: colors)))
    ])
    experience.tabBar.backgroundColor = colors
    experience.tabBar.selectedTitleColor = colors
    let session = Self.session(
      experience, scheme: isDark ? .dark : .light, contrast: isIncreased)
    let layout = try #require(Self.layout(session))
    #expect(layout.backgroundColor == expected)
    #expect(layout.items[0].button.backgroundColor == expected)
    #expect(layout.items[0].button.border?.color == expected)
    #expect(layout.items[0].selectedLook?.titleColor == expected)
  }

  @Test("U5: a change of the scheme sends the other colours at once")
  func colorChange() {
    var experience = Self.experience([TabItem(title: Self.english)])
    experience.tabBar.selectedTitleColor = "111111/222222"
    var session = Self.session(experience)
    var surface = session.state.surface
    surface.colorScheme = .dark
    let directives = session.handle(
      InteractionEvent(sequence: 1, time: .zero, kind: .surface(surface)))
    for case .selection(let state) in directives.flatMap(\.settings).map(\.state) {
      #expect(state.items[0].titleColor == "222222")
      return
    }
    Issue.record("the change sends no selection")
  }
}
