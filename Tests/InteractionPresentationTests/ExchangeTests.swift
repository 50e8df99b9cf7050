import InteractionCore
import InteractionPresentation
import Testing

/// A picture that enters in one view and leaves in another.
@Suite("D2: what comes and then leaves goes on from where it is")
struct ExchangeTests {
  @Test("R7: a push that turns round", arguments: [ToggleDefinition.Appearance.Swap.push, .fade])
  func toggle(swap: ToggleDefinition.Appearance.Swap) throws {
    var toggle = ToggleDefinition(id: "rocket", source: SourceID("home"))
    toggle.appearance.swap = swap
    toggle.appearance.belowImage = "logo"
    toggle.appearance.aboveImage = "rocket"
    let experience = Experience(
      name: "toggle", preset: .refined, sources: [ScrollSource(id: SourceID("home"), tab: 0)],
      tabBar: TabBarDefinition(items: [TabItem(title: LocalizedText(fallback: "home"))]),
      toggles: [toggle], floor: nil)
    var phone = SimulatedDevice(experience)
    let (incoming, outgoing) = (
      ViewPath.toggleIncoming("rocket"), ViewPath.toggleOutgoing("rocket")
    )
    phone.send(.orderToggle(id: "rocket", look: .above))
    phone.pass(100)
    let before = phone.presenter.scene(at: phone.now)
    let (came, left) = (try #require(before[incoming]), try #require(before[outgoing]))
    phone.send(.orderToggle(id: "rocket", look: .below))
    let after = phone.presenter.scene(at: phone.now)
    #expect(came.content != left.content && came.values != ElementValues())
    #expect(after[outgoing]?.content == came.content && after[outgoing]?.values == came.values)
    #expect(after[incoming]?.content == left.content && after[incoming]?.values == left.values)
    phone.rest()
    #expect(phone.isAtRest)
  }

  @Test("N3 N4: a page that is covered while it comes, where nothing blocks a request")
  func pages() throws {
    let experience = Experience(
      name: "pages", preset: .literal, sources: [],
      tabBar: TabBarDefinition(items: [TabItem(title: LocalizedText(fallback: "home"))]),
      toggles: [], floor: nil,
      navigation: NavigationDefinition(style: .slide, completesAtStart: true))
    var phone = SimulatedDevice(experience)
    phone.send(.navigate(NavigationRequest(.push, route: "a")))
    phone.pass(100)
    let a = try #require(phone.presenter.scene(at: phone.now)[.incomingPage])
    phone.send(.navigate(NavigationRequest(.push, route: "b")))
    let scene = phone.presenter.scene(at: phone.now)
    #expect(a.values.translation.x > 100)
    #expect(scene[.outgoingPage]?.content == a.content)
    #expect(scene[.outgoingPage]?.values == a.values)
    #expect(scene[.incomingPage]?.values.translation.x == 375)
    phone.rest()
    #expect(phone.isAtRest)
    #expect(phone.presenter.scene(at: phone.now)[.stacked(1)]?.content == .page(route: "b"))
  }

  @Test("T14 F1: under the second floor no tap reacts")
  func covered() {
    var phone = SimulatedDevice(PresenterTests.experience, delay: .milliseconds(100))
    phone.send(.tapTab(index: 1))
    #expect(phone.presenter.scene(at: phone.now)[.tabIcon(1)]?.values.scale == 0.5)
    // The floor opens on its own tab only.
    phone.pass(1_000)
    phone.send(.selectTab(index: 0))
    phone.pass(1_000)
    phone.send(.floor(.open))
    phone.pass(1_000)
    let scene = phone.presenter.scene(at: phone.now)
    phone.send(.tapTab(index: 2))
    #expect(phone.presenter.scene(at: phone.now) == scene)
  }
}
