import InteractionCore
import Testing

/// Touches that end without a lift: a heartbeat omits the finger, the app enters the background,
/// the surface changes.
@Suite struct HeldTouchTests {
  /// The events that cancel all fingers.
  static let endings: [(name: String, kind: InteractionEvent.Kind)] = [
    ("heartbeat", .heldDrags([], pointers: [])), ("other finger", .heldDrags([], pointers: [2])),
    ("background", .background), ("rotation", .surface(landscape)),
  ]

  private static let landscape = Surface(
    viewport: Size(width: 812, height: 375), insets: Insets(left: 44, right: 44), scale: 3)

  @Test("S3 T9: a finger that rests is no tap and no long press any more", arguments: endings)
  func resting(ending: (name: String, kind: InteractionEvent.Kind)) {
    var driver = Self.driver()
    driver.touch(.down, 1, at: 100)
    driver.send(ending.kind, at: 300)
    #expect(driver.session.heldPointers == [])
    #expect(driver.press == PressState(tab: 1, phase: .failed))
    #expect(driver.session.nextDeadline == nil)
    #expect(driver.touch(.moved, 1, at: 400) == [])
    #expect(driver.touch(.up, 1, at: 500) == [])
    #expect(driver.send(.tick, at: 2_000) == [])
    #expect(driver.selection?.selected == 0)
  }

  @Test("S3 T9: a long press is cancelled and its menu closed", arguments: endings)
  func pressed(ending: (name: String, kind: InteractionEvent.Kind)) {
    var driver = Self.driver()
    driver.touch(.down, 1, at: 100)
    driver.send(.tick, at: 600)
    #expect(driver.press?.menu.count == 2)
    driver.send(ending.kind, at: 700)
    #expect(driver.press == PressState(tab: 1, phase: .cancelled))
    #expect(driver.session.heldPointers == [])
    #expect(driver.touch(.up, 1, at: 800) == [])
    #expect(driver.press?.phase == .cancelled)
  }

  @Test("S3 T9: a press that was due before that has begun first", arguments: endings)
  func dueBefore(ending: (name: String, kind: InteractionEvent.Kind)) {
    var driver = Self.driver()
    driver.touch(.down, 1, at: 100)
    let words = driver.send(ending.kind, at: 900)
    #expect(words.first == "menu 1 share mute")
    #expect(driver.directives.first?.at == .milliseconds(600))
    #expect(driver.press == PressState(tab: 1, phase: .cancelled))
  }

  @Test("S3: a heartbeat that names the finger changes nothing")
  func named() {
    var driver = Self.driver()
    driver.touch(.down, 1, at: 100)
    driver.send(.heldDrags([], pointers: [3, 1]), at: 300)
    #expect(driver.directives == [])
    #expect(driver.session.heldPointers == [1])
    #expect(driver.touch(.up, 1, at: 400) == ["select 1 user pop"])
  }

  @Test("S3 X5: pages that a finger drags return to their places", arguments: endings)
  func pages(ending: (name: String, kind: InteractionEvent.Kind)) {
    var driver = Self.driver()
    Self.drag(&driver, finger: 1)
    #expect(driver.session.heldPointers == [1])
    #expect(driver.transition?.to == 1)
    driver.send(ending.kind, at: 300)
    #expect(driver.session.heldPointers == [])
    // In the foreground they animate back, in the background they are reset at once.
    if driver.transition?.phase == .running { driver.send(.tick, at: 9_000) }
    #expect(driver.transition?.phase == .idle(.cancelled))
    #expect(driver.transition?.reset == [0, 1])
    let lift = Pointer(id: 1, phase: .up, target: .pageContainer, position: Point(x: 10, y: 400))
    #expect(driver.send(.pointer(lift), at: 9_100) == [])
    #expect(driver.selection?.selected == 0)
  }

  @Test("S3: of two fingers a heartbeat ends the one that it does not name")
  func oneOfTwo() {
    var driver = Self.driver()
    driver.touch(.down, 1, at: 50, finger: 5)
    Self.drag(&driver, finger: 6)
    #expect(driver.session.heldPointers == [5, 6])
    driver.send(.heldDrags([], pointers: [5]), at: 300)
    #expect(driver.session.heldPointers == [5])
    #expect(driver.transition?.phase == .running)
    #expect(driver.press?.phase == .possible)
    #expect(driver.touch(.up, 1, at: 400, finger: 5).last == "select 1 user pop")
  }

  @Test("S3 F8: a finger that pulls the open floor lets go of it", arguments: endings)
  func floor(ending: (name: String, kind: InteractionEvent.Kind)) {
    var driver = TabDriver(restoring: RestoredState(isFloorOpen: true), hasFloor: true)
    for (phase, y, time) in [(Pointer.Phase.down, 800.0, 100), (.moved, 600, 150)]
      as [(Pointer.Phase, Double, Int64)]
    {
      let finger = Pointer(id: 1, phase: phase, target: .floorPage, position: Point(x: 9, y: y))
      driver.send(.pointer(finger), at: time)
    }
    #expect(driver.session.heldPointers == [1])
    driver.send(ending.kind, at: 300)
    #expect(driver.session.heldPointers == [])
    let lift = Pointer(id: 1, phase: .up, target: .floorPage, position: Point(x: 9, y: 10))
    #expect(driver.send(.pointer(lift), at: 400) == [])
  }

  private static func driver() -> TabDriver {
    TabDriver {
      $0.items[1].menu = LongPressTests.menu
      $0.transition = TransitionDefinition(swipes: true)
    }
  }

  /// Drags the pages 100 pt to the left with a finger.
  private static func drag(_ driver: inout TabDriver, finger: UInt32) {
    for (phase, x, time) in [(Pointer.Phase.down, 300.0, 100), (.moved, 200, 150)]
      as [(Pointer.Phase, Double, Int64)]
    {
      let pointer = Pointer(
        id: finger, phase: phase, target: .pageContainer, position: Point(x: x, y: 400))
      driver.send(.pointer(pointer), at: time)
    }
  }
}
