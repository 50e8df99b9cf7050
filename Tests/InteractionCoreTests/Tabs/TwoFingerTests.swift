import InteractionCore
import Testing

/// The first finger on the bar owns it until it lifts.
@Suite struct TwoFingerTests {
  @Test("T10: what another finger does meanwhile means nothing, not even afterwards")
  func taps() {
    var driver = TabDriver()
    driver.touch(.down, 1, at: 100)
    driver.touch(.down, 2, at: 150, finger: 2)
    #expect(driver.session.heldPointers == [1])
    #expect(driver.touch(.up, 2, at: 200, finger: 2) == [])
    driver.touch(.down, 3, at: 250, finger: 2)
    #expect(driver.touch(.up, 1, at: 300) == ["select 1 user pop"])
    #expect(driver.session.heldPointers == [])
    #expect(driver.touch(.up, 3, at: 350, finger: 2) == [])
  }

  @Test("T10: as soon as it has lifted, the next finger to go down owns the bar")
  func next() {
    var driver = TabDriver()
    driver.touch(.down, 1, at: 100, finger: 7)
    driver.touch(.cancelled, 1, at: 150, finger: 7)
    driver.touch(.down, 2, at: 200, finger: 8)
    #expect(driver.session.heldPointers == [8])
    #expect(driver.touch(.up, 1, at: 250, finger: 7) == [])
    #expect(driver.touch(.up, 2, at: 300, finger: 8) == ["select 2 user pop"])
  }

  @Test(
    "T10 T9: another finger disturbs no long press",
    arguments: [Pointer.Phase.down, .moved, .up, .cancelled])
  func longPress(phase: Pointer.Phase) {
    var driver = TabDriver { $0.items[1].menu = LongPressTests.menu }
    driver.touch(.down, 1, at: 100)
    #expect(driver.touch(phase, 1, at: 300, finger: 2, dx: 100) == [])
    #expect(driver.deadline == 600)
    #expect(driver.send(.tick, at: 600) == ["menu 1 share mute"])
    #expect(driver.touch(phase, 1, at: 700, finger: 2, dx: 100) == [])
    #expect(driver.press?.phase == .began)
  }

  @Test("T10: a finger whose lift was lost starts again where it goes down")
  func lostLift() {
    var driver = TabDriver { $0.items[1].menu = LongPressTests.menu }
    driver.touch(.down, 1, at: 100)
    driver.send(.tick, at: 700)
    driver.touch(.down, 2, at: 900)
    #expect(driver.press == PressState(tab: 1, phase: .cancelled))
    #expect(driver.touch(.up, 2, at: 1_000) == ["select 2 user pop"])
  }

  @Test("T10: the pages have a first finger of their own")
  func barAndPages() {
    var driver = TabDriver { $0.transition = TransitionDefinition(swipes: true) }
    driver.touch(.down, 2, at: 100)
    for (x, time) in [(300.0, 150), (250, 200)] as [(Double, Int64)] {
      let phase: Pointer.Phase = time == 150 ? .down : .moved
      let point = Point(x: x, y: 400)
      driver.send(
        .pointer(Pointer(id: 2, phase: phase, target: .pageContainer, position: point)), at: time)
    }
    #expect(driver.session.heldPointers == [1, 2])
    #expect(driver.transition?.to == 1)
    #expect(driver.touch(.up, 2, at: 300).first == "select 2 user pop")
  }
}
