import InteractionCore
import InteractionPresentation
import Testing

/// Rollbacks and late directives continue from the values on the screen.
@Suite("D2 D7: what is taken back goes on from where it is")
struct ContinuityTests {
  private func finger(_ phase: Pointer.Phase, _ y: Double, id: UInt32 = 7) -> InteractionEvent.Kind
  {
    .pointer(Pointer(id: id, phase: phase, target: .floorPage, position: Point(x: 180, y: y)))
  }

  private func swipe(_ phase: PageDrag.Phase, _ x: Double) -> InteractionEvent.Kind {
    .pageDrag(PageDrag(.tabs, phase, translation: x))
  }

  private func values(_ phone: SimulatedDevice, _ target: ViewPath) -> ElementValues? {
    phone.presenter.scene(at: phone.now)[target]?.values
  }

  /// A phone on which a finger has just closed the second floor.
  private var closing: SimulatedDevice {
    var phone = SimulatedDevice(PresenterTests.experience)
    phone.send(.floor(.open))
    phone.rest()
    phone.send(self.finger(.down, 800))
    phone.send(self.finger(.moved, 300))
    phone.pass(200)
    phone.send(self.finger(.up, 300))
    return phone
  }

  @Test("F8 F16: a floor that closes and is caught opens again from there, and follows the finger")
  func caughtFloor() throws {
    var phone = self.closing
    phone.pass(100)
    let before = try #require(self.values(phone, .floorPage)?.translation.y)
    phone.send(self.finger(.down, 790, id: 8))
    #expect(before < -500)
    #expect(phone.session.state.floor.phase.visible == .open)
    #expect(self.values(phone, .floorPage)?.translation.y == before)
    phone.send(self.finger(.moved, 690, id: 8))
    phone.pass(300)
    #expect(self.values(phone, .floorPage)?.translation.y == -100)
    phone.send(self.finger(.cancelled, 690, id: 8))
    phone.rest()
    let isAtRest = phone.isAtRest
    #expect(isAtRest)
  }

  @Test("F7 D7: a floor that opens and is caught closes from there: the bar from its picture")
  func caughtList() throws {
    var phone = SimulatedDevice(PresenterTests.experience)
    phone.send(.floor(.open))
    phone.rest()
    phone.send(.floor(.close))
    phone.rest()
    let home = SourceID("home")
    func pull(_ phase: Scroll.Phase, _ y: Double, drag: UInt32 = 1) -> InteractionEvent.Kind {
      .scroll(Scroll(source: home, drag: drag, phase: phase, y: y, velocity: nil))
    }
    phone.send(pull(.began, 0))
    phone.send(pull(.moved, -200))
    phone.send(pull(.ended, -200))
    phone.pass(350)
    let picture = try #require(self.values(phone, .tabBarSnapshot))
    phone.send(pull(.began, -200, drag: 2))
    #expect(picture.opacity > 0.1 && picture.opacity < 0.9)
    #expect(self.values(phone, .tabBarSnapshot) == nil)
    #expect(self.values(phone, .tabBar)?.opacity == picture.opacity)
    phone.pass(300)
    #expect(self.values(phone, .tabBar)?.opacity == 1)
  }

  @Test("D7: of a verdict that comes too late nothing shows, for the engine takes it back")
  func lateVerdict() throws {
    var phone = SimulatedDevice(PresenterTests.experience, delay: .milliseconds(300))
    phone.send(self.swipe(.began, -20))
    phone.pass(700)
    phone.send(self.swipe(.moved, -240))
    phone.pass(160)
    phone.send(self.swipe(.ended, -240))
    phone.pass(590)
    let before = try #require(self.values(phone, .page(0))?.translation.x)
    phone.pass(20)
    #expect(phone.session.state.tabBar.selected == 1)
    let after = phone.presenter.scene(at: phone.now)
    #expect(before < 0 && after[.page(0)]?.isHidden == false)
    let moved = try #require(after[.page(0)]?.values.translation.x)
    #expect(moved >= before && moved <= 0)
    phone.rest()
    #expect(phone.session.state.tabBar.selected == 0)
    let isAtRest = phone.isAtRest
    #expect(isAtRest)
  }

  @Test("D6 D7: links that a finger was let go from follow no other finger")
  func otherFinger() throws {
    var phone = SimulatedDevice(PresenterTests.experience, delay: .milliseconds(300))
    phone.send(self.swipe(.began, -20))
    phone.pass(700)
    phone.send(self.swipe(.moved, -240))
    phone.pass(160)
    phone.send(self.swipe(.ended, -240))
    phone.send(self.swipe(.began, -10))
    phone.send(self.swipe(.moved, -100))
    phone.pass(260)
    #expect(self.values(phone, .page(0))?.translation.x == 0)
  }

  @Test("N5 D7: a page that is let go of stands in the scene once, until the engine has heard")
  func once() {
    var experience = PresenterTests.experience
    experience.navigation = NavigationDefinition(interactiveScan: true)
    var phone = SimulatedDevice(experience, delay: .milliseconds(300))
    func drag(_ phase: PageDrag.Phase, _ y: Double) -> InteractionEvent.Kind {
      .pageDrag(PageDrag(.scan, phase, translation: y, route: "documents"))
    }
    phone.send(drag(.began, 20))
    phone.pass(700)
    phone.send(drag(.moved, 300))
    phone.pass(160)
    phone.send(drag(.ended, 300))
    phone.pass(450)
    let scene = phone.presenter.scene(at: phone.now)
    let targets = scene.elements.map(\.target)
    let y = scene[.outgoingPage]?.values.translation.y ?? 0
    #expect(y > 0 && y < 300)
    #expect(Set(targets).count == targets.count)
  }

  @Test("D7: what the engine decides at the very moment of a release decides on that")
  func sameMoment() {
    var phone = SimulatedDevice(PresenterTests.experience)
    phone.send(self.swipe(.began, -20))
    phone.pass(200)
    var hold = ReleaseHold()
    let lifted = hold.lift(.tabs, at: phone.now, in: phone.session.snapshot)
    let grabbed = hold.grab(.tabs, at: phone.now)
    #expect(lifted && grabbed == .tabs)
    let verdict = Directive(
      sequence: 99, cause: .unknown, at: phone.now,
      settings: [
        Setting(
          generation: 9, state: .transition(TransitionState(phase: .running, from: 0, to: 1)))
      ])
    let mayAnimate = hold.receive(verdict)
    #expect(!mayAnimate)
  }
}
