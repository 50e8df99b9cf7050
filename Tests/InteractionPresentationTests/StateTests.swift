import InteractionCore
import InteractionPresentation
import Testing

/// The scene of a client that has received only the state.
@Suite("D5: the state says all that there is to show")
struct StateTests {
  private static func experience(
    swap: ToggleDefinition.Appearance.Swap = .page
  ) -> Experience {
    var experience = PresenterTests.experience
    let appearance = ToggleDefinition.Appearance(
      belowImage: "logo", aboveImage: "rocket", swap: swap)
    experience.toggles = [
      ToggleDefinition(id: "rocket", source: SourceID("home"), appearance: appearance)
    ]
    experience.navigation = NavigationDefinition()
    return experience
  }

  /// Returns the session's scene for a client that opens it now.
  private func scene(_ phone: SimulatedDevice, after milliseconds: Int64 = 0) -> PresentedScene {
    Presenter(opened: phone.session.snapshot, in: .phone, at: phone.now)
      .scene(at: phone.now + .milliseconds(milliseconds))
  }

  @Test("B4: a badge's loop plays, until the state says that it is over")
  func loop() {
    var phone = SimulatedDevice(Self.experience())
    phone.send(.badge(tab: 1, operation: .animate(.breatheLoop)), command: "test")
    func opacity(_ milliseconds: Int64) -> Double? {
      self.scene(phone, after: milliseconds)[.tabCount(1)]?.values.opacity
    }
    #expect(opacity(0) == 1 && opacity(1_400) == 0.1 && opacity(2_800) == 1)
    phone.send(.background)
    phone.send(.foreground)
    phone.pass(700)
    let shown = phone.presenter.scene(at: phone.now)[.tabCount(1)]?.values.opacity
    #expect(shown.map { $0 < 0.9 } == true)
    phone.send(.badge(tab: 1, operation: .animate(.none)), command: "test")
    phone.rest()
    #expect(phone.presenter.nextChange == nil)
  }

  @Test("B4 D2: a loop that changes goes on from the value shown")
  func changedLoop() throws {
    var phone = SimulatedDevice(Self.experience())
    phone.send(.badge(tab: 1, operation: .animate(.shakeLoop)), command: "test")
    phone.pass(990)
    let before = try #require(phone.presenter.scene(at: phone.now)[.tabCount(1)]?.values)
    phone.send(.badge(tab: 1, operation: .resize(height: 80)), command: "test")
    let after = try #require(phone.presenter.scene(at: phone.now)[.tabCount(1)]?.values)
    #expect(before.translation.x > 4 && after.translation.x == before.translation.x)
    phone.pass(1_000)
    let wide = try #require(phone.presenter.scene(at: phone.now)[.tabCount(1)]?.values)
    #expect(wide.translation.x > 15)
  }

  @Test("R7: a strip shows the page of its look, and knows the other one")
  func strip() throws {
    var phone = SimulatedDevice(Self.experience())
    let pictures = ["logo", "rocket"].map { ElementContent.ImageContent($0) }
    #expect(self.scene(phone)[.toggle("rocket")]?.content == .strip(pictures))
    phone.send(.orderToggle(id: "rocket", look: .above))
    let element = try #require(self.scene(phone)[.toggle("rocket")])
    #expect(element.content == .strip(pictures) && element.values.contentOffset.y == 42)
    let single = SimulatedDevice(Self.experience(swap: .push))
    #expect(self.scene(single)[.toggle("rocket")]?.content == .picture(pictures[0]))
  }

  @Test("N4: a sheet stands where its animation ends, over what it darkens")
  func sheet() throws {
    var phone = SimulatedDevice(Self.experience())
    phone.send(.navigate(NavigationRequest(.present, route: "sheet", style: .popTip)))
    phone.rest()
    let scene = self.scene(phone)
    #expect(scene[.stacked(0)]?.values.translation.y == Surface.phone.viewport.height - 300)
    #expect(scene[.stackedMask(0)]?.values.opacity == 0.3)
    #expect(scene[.tabBar]?.isHidden == false && scene[.page(0)]?.isHidden == false)
    phone.send(.navigate(NavigationRequest(.push, route: "page", style: .slide)))
    phone.rest()
    let covered = self.scene(phone)
    #expect(covered[.stacked(0)]?.isHidden == true && covered[.stackedMask(0)]?.isHidden == true)
    #expect(phone.isAtRest)
  }

  @Test("X1: a tab's list moves with its page")
  func list() throws {
    var phone = SimulatedDevice(Self.experience())
    let home = SourceID("home")
    phone.send(.scroll(Scroll(source: home, drag: 1, phase: .began, y: 0)))
    phone.send(.scroll(Scroll(source: home, drag: 1, phase: .settled, y: 0)))
    #expect(phone.presenter.scene(at: phone.now)[.list(home)]?.parent == .page(0))
    phone.send(.tapTab(index: 1))
    phone.rest()
    let scene = phone.presenter.scene(at: phone.now)
    #expect(scene[.list(home)]?.parent == .page(0) && scene[.page(0)]?.isHidden == true)
  }
}

@Suite("T14: what answers no tap")
struct TapReactionTests {
  private static var session: Session {
    Session(experience: PresenterTests.experience, surface: .phone)
  }

  @Test("T14 D1: a directive that comes again takes no newer reaction back")
  func repeated() throws {
    var session = Self.session
    var reactions = TapPredictor(session.snapshot)
    func tap(_ tab: Int) -> [Directive] {
      session.handle(
        InteractionEvent(time: session.now + .milliseconds(100), kind: .tapTab(index: tab)))
    }
    let predicted = reactions.tap(1)
    let first = tap(1)
    for directive in first { #expect(reactions.receive(directive).revertedTabs.isEmpty) }
    let next = reactions.tap(2)
    #expect(predicted != nil && next != nil)
    for directive in first { #expect(reactions.receive(directive).revertedTabs.isEmpty) }
    let shown = tap(2).map { reactions.receive($0) }
    #expect(shown.allSatisfy { $0.revertedTabs.isEmpty })
    let tracks = shown.compactMap(\.directive.timeline).flatMap(\.tracks)
    #expect(!tracks.contains { $0.target == .tabIcon(2) })
  }

  @Test("T14 F1: under the floor not even the selected tab reacts, after a tap that is on its way")
  func covered() {
    var session = Self.session
    var reactions = TapPredictor(session.snapshot)
    #expect(reactions.tap(1) != nil)
    for directive in session.handle(InteractionEvent(time: .zero, kind: .floor(.open))) {
      _ = reactions.receive(directive)
    }
    #expect(reactions.tap(0) == nil && reactions.tap(2) == nil)
  }
}
