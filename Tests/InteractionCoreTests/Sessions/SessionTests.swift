import InteractionCore
import Testing

@Suite("S1 D3: a session and what it says")
struct SessionTests {
  @Test("S1: a session shows one tab bar, its toggles and its second floor")
  func aspects() {
    let session = Session(experience: .refinedHome, surface: .phone)
    let aspects = session.snapshot.settings.map(\.aspect)
    #expect(
      aspects == [.selection, .layout, .toggle("rocket"), .floor, .floorLayout, .links])
  }

  @Test("S1: an experience without a second floor has none to show, and refuses orders to it")
  func withoutFloor() {
    var experience = Experience.refinedHome
    experience.floor = nil
    var session = Session(experience: experience, surface: .phone)
    #expect(session.snapshot.settings.count == 3)
    let answer = session.handle(InteractionEvent(time: .zero, kind: .floor(.open)))
    #expect(answer.map(\.content) == [.refusal(.floor(.open), .absent)])
  }

  @Test("D3: every kind of directive that works now can be had")
  func kinds() {
    var experience = Experience.refinedHome
    experience.tabBar.items[2].isEnabled = false
    experience.tabBar.items[3].reselection = [.refresh]
    experience.tabBar.items[3].list = .feed
    var session = Session(experience: experience, surface: .phone)
    let events: [InteractionEvent.Kind] = [
      .tapTab(index: 2), .tapTab(index: 1), .tapTab(index: 1), .tapTab(index: 3),
      .tapTab(index: 3), .tapTab(index: 0), .orderToggle(id: "rocket", look: .above),
      .scroll(Scroll(source: .home, drag: 1, phase: .began, y: 0)),
      .scroll(Scroll(source: .home, drag: 1, phase: .moved, y: -50)), .foreground,
    ]
    var kinds: Set<String> = []
    for kind in events {
      let former = session.snapshot
      let directives = session.handle(InteractionEvent(time: session.now, kind: kind))
      kinds.formUnion(directives.kinds(since: former).map { self.name(of: $0) })
    }
    #expect(
      kinds == ["animate", "set", "selectTab", "scrollTo", "refresh", "snapshot", "refuse"])
  }

  private func name(of kind: DirectiveKind) -> String {
    switch kind {
    case .animates: "animate"
    case .sets: "set"
    case .selects: "selectTab"
    case .happens(.scrollList): "scrollTo"
    case .happens(.refresh): "refresh"
    case .snapshot: "snapshot"
    case .happens(.refusal): "refuse"
    case .happens, .navigates, .menu, .login, .asks: "of another experience"
    case .odd: "odd"
    }
  }

  @Test("D4: a client that is past the end of an animation shows the end at once")
  func lateDirective() throws {
    var session = Session(experience: .refinedHome, surface: .phone)
    var directive = try #require(
      session.handle(InteractionEvent(time: .milliseconds(1000), kind: .tapTab(index: 1))).first)
    #expect(!directive.hasEnded(by: .milliseconds(1250)))
    #expect(directive.hasEnded(by: .milliseconds(1251)))
    directive.timeline?.tracks[0].iterations = 0
    #expect(!directive.hasEnded(by: .milliseconds(1251)), "what goes on for ever is never over")
  }

  @Test("D4: reduced motion keeps every directive and takes the time out of it")
  func reducedMotion() throws {
    var surface = Surface.phone
    surface.reducedMotion = true
    var session = Session(experience: .refinedHome, surface: surface)
    for kind in [InteractionEvent.Kind.floor(.open), .tapTab(index: 1)] {
      let directive = try #require(session.handle(InteractionEvent(time: .zero, kind: kind)).first)
      #expect(directive.timeline?.duration == .zero)
      #expect(directive.timeline?.tracks.isEmpty == false)
      let end = InteractionEvent.Kind.animationEnded(directive: 1, outcome: .finished)
      _ = session.handle(InteractionEvent(time: .zero, kind: end))
      _ = session.handle(InteractionEvent(time: .zero, kind: .floor(.close)))
      _ = session.handle(InteractionEvent(time: .seconds(5), kind: .tick))
    }
  }
}
