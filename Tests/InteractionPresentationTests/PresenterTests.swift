import InteractionCore
import InteractionPresentation
import Testing

@Suite("The presenter")
struct PresenterTests {
  static var experience: Experience {
    var items = (0 ..< 3).map { _ in TabItem(title: LocalizedText(fallback: "tab")) }
    items[1].badge = BadgeDefinition(content: .dot)
    return Experience(
      name: "presenter", preset: .refined, sources: [ScrollSource(id: SourceID("home"), tab: 0)],
      tabBar: TabBarDefinition(items: items, transition: TransitionDefinition(swipes: true)),
      toggles: [], floor: FloorDefinition(source: SourceID("home")))
  }

  private func finger(_ phase: Pointer.Phase, _ y: Double) -> InteractionEvent.Kind {
    .pointer(Pointer(id: 7, phase: phase, target: .floorPage, position: Point(x: 180, y: y)))
  }

  private func value(
    _ phone: SimulatedDevice, _ target: ViewPath, _ path: KeyPath<ElementValues, Double>
  )
    -> Double?
  {
    phone.presenter.scene(at: phone.now)[target]?.values[keyPath: path]
  }

  @Test("F16 D2: a floor closes from where the finger left its page", arguments: [0, 50, 150])
  func closesFromTheFinger(delay: Int64) {
    var phone = SimulatedDevice(Self.experience, delay: .milliseconds(delay))
    phone.send(.floor(.open))
    phone.rest()
    phone.send(self.finger(.down, 800))
    phone.pass(2 * delay + 200)
    for y in stride(from: 780.0, through: 300, by: -20) {
      phone.send(self.finger(.moved, y))
      phone.pass(16)
    }
    #expect(self.value(phone, .floorPage, \.translation.y) == -500)
    phone.send(self.finger(.up, 300))
    var last = -500.0
    for _ in 0 ..< 200 {
      phone.pass(16)
      guard let y = self.value(phone, .floorPage, \.translation.y), y < 0 else { break }
      #expect(y <= last)
      last = y
    }
    #expect(last < -790)
    phone.rest()
    #expect(phone.isAtRest)
  }

  @Test("F16 D7: a floor whose verdict does not come opens again, and the engine hears of it")
  func letsGoOfTheFloor() throws {
    var phone = SimulatedDevice(Self.experience, delay: .milliseconds(250))
    phone.send(.floor(.open))
    phone.rest()
    phone.send(self.finger(.down, 800))
    phone.pass(700)
    phone.send(self.finger(.moved, 300))
    phone.pass(160)
    phone.send(self.finger(.up, 300))
    phone.pass(390)
    #expect(self.value(phone, .floorPage, \.translation.y) == -500)
    phone.pass(60)
    let y = try #require(self.value(phone, .floorPage, \.translation.y))
    #expect(y > -500 && y < -100)
    phone.rest()
    #expect(phone.session.state.floor.phase.visible == .open)
    let isAtRest = phone.isAtRest
    #expect(isAtRest)
  }

  @Test("S9 L1: links follow the list that is shown, from its last offset on, at once")
  func listShown() {
    var experience = Self.experience
    experience.sources[0].lists = ["for_you", "nearby", "following"]
    experience.links = [
      ScrollLink(
        driver: .offset(SourceID("home")), target: .navigationBar, property: .opacity,
        startOffset: 0, endOffset: 100, startValue: 1, endValue: 0)
    ]
    var phone = SimulatedDevice(experience, delay: .milliseconds(150))
    let home = SourceID("home")
    func scroll(to y: Double) -> Double? {
      phone.send(.scroll(Scroll(source: home, phase: .programmaticEnded, y: y)))
      return self.value(phone, .navigationBar, \.opacity)
    }
    func show(_ list: String) -> Double? {
      phone.send(.listShown(home, list: list))
      #expect(phone.presenter.nextChange == nil)
      return self.value(phone, .navigationBar, \.opacity)
    }
    #expect(scroll(to: 50) == 0.5)
    #expect(show("nearby") == 1)
    #expect(self.value(phone, .list(home), \.contentOffset.y) == 0)
    #expect(scroll(to: 20) == 0.8)
    #expect(show("following") == 1)
    #expect(show("nearby") == 0.8 && show("nearby") == 0.8)
    #expect(scroll(to: 100) == 0)
    #expect(show("following") == 1 && show("nearby") == 0)
    phone.rest()
    let isAtRest = phone.isAtRest
    #expect(isAtRest)
    #expect(phone.session.state.scrolls[0].y == 100)
  }

  @Test("S9: a list that the app names before its first scroll keeps its offset")
  func firstList() {
    let home = SourceID("home")
    let snapshot = Session(experience: Self.experience, surface: .phone).snapshot
    var presenter = Presenter(opened: snapshot, in: .phone, at: .zero)
    func show(_ list: String) -> Double? {
      presenter.handle(.listShown(home, list: list), at: .zero)
      return presenter.scene(at: .zero)[.list(home)]?.values.contentOffset.y
    }
    #expect(show("for_you") == 0)
    presenter.handle(
      .scroll(Scroll(source: home, phase: .programmaticEnded, y: 70)), at: .zero)
    #expect(show("nearby") == 0 && show("following") == 0 && show("for_you") == 70)
    presenter.reopen(with: snapshot, at: .zero)
    #expect(show("for_you") == 70 && show("nearby") == 0)
  }

  @Test("F7: the end of an opening is reported once, when it has played")
  func reports() {
    var phone = SimulatedDevice(Self.experience)
    phone.send(.floor(.open))
    phone.pass(1_400)
    #expect(phone.session.state.floor.phase.visible == .opening)
    phone.pass(150)
    #expect(phone.session.state.floor.phase.visible == .open)
    #expect(phone.directives.map(\.sequence) == Array(1 ... UInt64(phone.directives.count)))
    #expect(phone.presenter.nextChange == nil)
  }

  @Test("D7: a swipe whose verdict does not come goes back, and the engine hears of it")
  func letsGo() throws {
    let swipe: (PageDrag.Phase, Double) -> InteractionEvent.Kind = { phase, x in
      .pageDrag(PageDrag(.tabs, phase, translation: x))
    }
    var phone = SimulatedDevice(Self.experience, delay: .milliseconds(300))
    phone.send(swipe(.began, -20))
    phone.pass(700)
    for x in stride(from: -40.0, through: -240, by: -20) {
      phone.pass(16)
      phone.send(swipe(.moved, x))
    }
    phone.pass(160)
    #expect(self.value(phone, .page(0), \.translation.x) == -240)
    phone.send(swipe(.ended, -240))
    phone.pass(390)
    #expect(self.value(phone, .page(0), \.translation.x) == -240)
    phone.pass(60)
    let x = try #require(self.value(phone, .page(0), \.translation.x))
    #expect(x > -240 && x < -100)
    phone.rest()
    #expect(phone.session.state.tabBar.selected == 0)
    #expect(phone.isAtRest)
  }

  @Test("D1: what is received again changes nothing and happens once")
  func repeated() {
    var phone = SimulatedDevice(Self.experience)
    phone.send(.tapTab(index: 1))
    phone.send(.floor(.close))
    phone.pass(100)
    let (scene, effects) = (phone.presenter.scene(at: phone.now), phone.effects)
    for directive in phone.directives { phone.receive(directive) }
    #expect(phone.presenter.scene(at: phone.now) == scene)
    #expect(phone.effects == effects && !effects.isEmpty)
    phone.rest()
    #expect(phone.isAtRest)
  }

  @Test("D4: what is late shows its end at once; what plays for ever is never late")
  func late() {
    let snapshot = Session(experience: Self.experience, surface: .phone).snapshot
    var presenter = Presenter(opened: snapshot, in: .phone, at: .zero)
    func directive(_ sequence: UInt64, iterations: UInt32) -> Directive {
      var track = Track(
        .tabCount(1), .translateX, from: 5, to: 9, duration: .milliseconds(100), easing: .linear)
      track.iterations = iterations
      return Directive(
        sequence: sequence, cause: .unknown, at: .zero, timeline: Timeline(tracks: [track]))
    }
    let now = Instant.zero + .seconds(1)
    _ = presenter.receive(directive(1, iterations: 1), at: now)
    #expect(presenter.nextChange == nil)
    _ = presenter.receive(directive(2, iterations: 0), at: now)
    #expect(presenter.scene(at: now)[.tabCount(1)]?.values.translation.x == 5)
    #expect(presenter.nextChange == now)
  }

  @Test("D2: of two animations the second starts from the value shown, also while it waits")
  func interrupted() throws {
    let snapshot = Session(experience: Self.experience, surface: .phone).snapshot
    var presenter = Presenter(opened: snapshot, in: .phone, at: .zero)
    func play(_ sequence: UInt64, _ track: Track, at milliseconds: Int64) {
      let now = Instant.zero + .milliseconds(milliseconds)
      _ = presenter.receive(
        Directive(
          sequence: sequence, cause: .unknown, at: now, timeline: Timeline(tracks: [track])),
        at: now)
    }
    func shown(_ milliseconds: Int64) -> Double? {
      presenter.scene(at: .zero + .milliseconds(milliseconds))[.tabIcon(0)]?.values.translation.x
    }
    func track(_ from: Double, _ to: Double, delay: Int64 = 0) -> Track {
      Track(
        .tabIcon(0), .translateX, from: from, to: to, delay: .milliseconds(delay),
        duration: .milliseconds(100), easing: .linear)
    }
    play(1, track(10, 110), at: 0)
    #expect(shown(0) == 10 && shown(50) == 60)
    var there = track(0, 100, delay: 20)
    there.iterations = 2
    there.direction = .alternate
    play(2, there, at: 50)
    #expect(shown(50) == 60 && shown(69) == 60 && shown(120) == 80)
    // The way back ends at the same time as without the first change.
    #expect(shown(170) == 100 && shown(220) == 50 && shown(270) == 0)
  }

  @Test("A directive of a later contract is left out, and ends nothing")
  func unknown() {
    let snapshot = Session(experience: Self.experience, surface: .phone).snapshot
    var presenter = Presenter(opened: snapshot, in: .phone, at: .zero)
    let scene = presenter.scene(at: .zero)
    let odd = ViewPath("odd/view")
    let directive = Directive(
      sequence: 1, cause: .unknown, at: .zero,
      settings: [Setting(generation: 1, state: .unknown(kind: 99))],
      timeline: Timeline(
        tracks: [
          Track(odd, .opacity, from: 0, to: 1, duration: .milliseconds(100), easing: .linear),
          Track(
            target: odd, property: .scale, keyframes: [], duration: .milliseconds(100),
            easing: .steps(0)),
        ],
        captures: [Capture(target: ViewPath("odd/picture"), of: odd, frame: .zero, scale: 1)],
        staging: [Staging(ViewPath("odd/other"), level: .above)]))
    #expect(presenter.receive(directive, at: .zero).isEmpty)
    #expect(presenter.scene(at: .zero)[odd]?.values.opacity == 0)
    _ = presenter.reports(until: .zero + .seconds(1))
    #expect(presenter.scene(at: .zero + .seconds(1)) == scene)
    #expect(presenter.nextChange == nil)
  }
}
