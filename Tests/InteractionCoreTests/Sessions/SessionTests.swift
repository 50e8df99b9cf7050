import InteractionCore
import Testing

@Suite("S1 D3: a session and what it says")
struct SessionTests {
  @Test("S1: a session shows one tab bar, its toggles and its second floor")
  func aspects() {
    let session = Session(experience: .refinedHome, environment: .phone)
    let aspects = session.snapshot.settings.map(\.aspect)
    #expect(
      aspects == [.selection, .layout, .toggle("rocket"), .floor, .floorLayout, .links])
  }

  @Test("S1: an experience without a second floor has none to show, and refuses orders to it")
  func withoutFloor() {
    var experience = Experience.refinedHome
    experience.floor = nil
    var session = Session(experience: experience, environment: .phone)
    #expect(session.snapshot.settings.count == 3)
    let answer = session.handle(Event(time: .zero, kind: .floor(.open)))
    #expect(
      answer.map(\.action) == [.refuse(Refusal(request: .floor(.open), reason: .absent))])
  }

  @Test("D3: every kind of directive that works now can be had")
  func kinds() {
    var experience = Experience.refinedHome
    experience.tabBar.items[2].isEnabled = false
    experience.tabBar.items[3].reselection = .refresh
    experience.tabBar.items[3].list = .feed
    var session = Session(experience: experience, environment: .phone)
    let events: [Event.Kind] = [
      .tapTab(index: 2), .tapTab(index: 1), .tapTab(index: 1), .tapTab(index: 3),
      .tapTab(index: 3), .tapTab(index: 0), .orderToggle(id: "rocket", look: .above),
      .scroll(Scroll(source: .home, drag: 1, phase: .began, y: 0)),
      .scroll(Scroll(source: .home, drag: 1, phase: .moved, y: -50)), .foreground,
    ]
    var kinds: Set<String> = []
    for kind in events {
      for directive in session.handle(Event(time: session.now, kind: kind)) {
        kinds.insert(name(of: directive.action))
      }
    }
    #expect(
      kinds == ["animate", "set", "selectTab", "scrollTo", "refresh", "snapshot", "refuse"])
  }

  private func name(of action: Directive.Action) -> String {
    switch action {
    case .animate: "animate"
    case .set: "set"
    case .selectTab: "selectTab"
    case .scrollTo: "scrollTo"
    case .refresh: "refresh"
    case .snapshot: "snapshot"
    case .refuse: "refuse"
    case .scrollToItem, .navigate, .presentMenu, .requestLogin, .media, .haptic, .sound, .perform:
      "of another experience"
    }
  }

  @Test("D4: a client that is past the end of an animation shows the end at once")
  func lateDirective() throws {
    var session = Session(experience: .refinedHome, environment: .phone)
    let directive = try #require(
      session.handle(Event(time: .milliseconds(1000), kind: .tapTab(index: 1))).first)
    #expect(!directive.isOver(at: .milliseconds(1250)))
    #expect(directive.isOver(at: .milliseconds(1251)))
  }

  @Test("D4: reduced motion keeps every directive and takes the time out of it")
  func reducedMotion() throws {
    var environment = Environment.phone
    environment.reducedMotion = true
    var session = Session(experience: .refinedHome, environment: environment)
    let tap = try #require(session.handle(Event(time: .zero, kind: .tapTab(index: 1))).first)
    #expect(tap.timeline?.duration == .zero)
    let open = try #require(session.handle(Event(time: .zero, kind: .floor(.open))).first)
    #expect(open.timeline?.duration == .zero)
    #expect(open.timeline?.tracks.isEmpty == false)
  }
}
