import InteractionCore
import Testing

/// The direction lock: drags that leave the slop horizontally move the pages.
@Suite struct PageTouchAxisTests {
  @Test(
    "X7: a drag that leaves 10 pt within 45° of the horizontal moves the pages, others scroll",
    arguments: [
      (11, 0, true), (11, 10, true), (-11, 10, true), (11, -10, true), (-8, -7, true),
      (0, 11, false), (10, 11, false), (-10, 11, false), (10, -11, false), (-7, -8, false),
    ] as [(Double, Double, Bool)])
  func axis(dx: Double, dy: Double, drags: Bool) {
    var (touch, moved) = Self.touch([(dx, dy)])
    #expect(moved == (drags ? [PageDrag(.tabs, .began, translation: dx)] : []))
    // The lock holds for the rest of the drag, in any direction.
    let turned = touch.handle(Self.pointer(.moved, dy, dx), on: .tabs, at: .seconds(10))
    #expect(turned == (drags ? [PageDrag(.tabs, .moved, translation: dy)] : []))
  }

  @Test(
    "N5: a scanned page goes up and down instead, and its drag begins with what it presents",
    arguments: [
      (0, 11, true), (10, 11, true), (-10, -11, true), (7, -8, true), (11, 0, false),
      (11, 10, false), (-11, 11, false),
    ] as [(Double, Double, Bool)])
  func scan(dx: Double, dy: Double, drags: Bool) {
    var touch = PageTouch()
    func finger(_ phase: Pointer.Phase, _ dx: Double, _ dy: Double) -> [PageDrag] {
      var pointer = Self.pointer(phase, dx, dy)
      pointer.target = .scan(presenting: "help")
      return touch.handle(pointer, on: .scan, at: .zero)
    }
    #expect(finger(.down, 0, 0) == [])
    let began = PageDrag(.scan, .began, translation: dy, route: "help")
    #expect(finger(.moved, dx, dy) == (drags ? [began] : []))
    let moved = PageDrag(.scan, .moved, translation: 40)
    #expect(finger(.moved, 60, 40) == (drags ? [moved] : []))
  }

  @Test("N5 S7: the lift of a pan says how fast the finger went down")
  func panVelocity() throws {
    var touch = PageTouch()
    for step in 0 ... 12 {
      let phase: Pointer.Phase = step == 0 ? .down : .moved
      let pointer = Self.pointer(phase, 0, 4 * Double(step))
      _ = touch.handle(pointer, on: .scan, at: .milliseconds(Int64(step) * 8))
    }
    let lift = touch.handle(Self.pointer(.up, 0, 52), on: .scan, at: .milliseconds(13 * 8))
    let ended = try #require(lift.first)
    #expect(ended.translation == 52)
    #expect(abs(ended.velocity - 500) < 1e-6)
  }

  @Test("X7: up to 10 pt from where it touched down nothing is decided")
  func slop() {
    for (dx, dy) in [(10.0, 0.0), (0, 10), (6, 8), (-6, -8), (7, 7)] {
      let (touch, moved) = Self.touch([(dx, dy)])
      #expect(moved == [])
      #expect(touch.phase == Self.touch([]).touch.phase)
    }
    // Independent of the path: only the distance counts.
    let (_, moved) = Self.touch([(0, 9), (0, -9), (0, 0), (10.5, 0)])
    #expect(moved == [PageDrag(.tabs, .began, translation: 10.5)])
  }

  @Test("X7 S7: the lift says how fast the finger was, from its last 100 ms")
  func velocity() throws {
    let samples = (1 ... 12).map { (-4 * Double($0), 0.0) }
    var (touch, _) = Self.touch(samples)
    let time = Instant.milliseconds(13 * 8)
    let lift = touch.handle(Self.pointer(.up, -52, 0), on: .tabs, at: time)
    let ended = try #require(lift.first)
    #expect(ended.phase == .ended)
    #expect(ended.translation == -52)
    #expect(abs(ended.velocity + 500) < 1e-6)
  }

  @Test("X7 S7: a finger that stood still before it lifted has no velocity")
  func standstill() throws {
    var (touch, _) = Self.touch((1 ... 12).map { (-4 * Double($0), 0) })
    let rested = Instant.milliseconds(12 * 8 + 41)
    #expect(
      touch.handle(Self.pointer(.up, -48, 0), on: .tabs, at: rested)
        == [PageDrag(.tabs, .ended, translation: -48)])
  }

  @Test("X7 S7: the touch before does not count")
  func freshStart() {
    var (touch, _) = Self.touch((1 ... 12).map { (-4 * Double($0), 0) })
    var fresh = PageTouch()
    for (phase, dx, time) in [
      (.cancelled, -48, 97), (.down, 0, 98), (.moved, 20, 106), (.moved, 30, 114), (.up, 40, 122),
    ] as [(Pointer.Phase, Double, Int64)] {
      let pointer = Self.pointer(phase, dx, 0)
      let drags = touch.handle(pointer, on: .tabs, at: .milliseconds(time))
      guard phase != .cancelled else { continue }
      #expect(drags == fresh.handle(pointer, on: .tabs, at: .milliseconds(time)))
    }
  }

  /// Touches down at 0 ms and moves to each of `distances`, 8 ms apart. Returns the result of the
  /// last move.
  private static func touch(
    _ distances: [(Double, Double)]
  ) -> (touch: PageTouch, moved: [PageDrag]) {
    var touch = PageTouch()
    _ = touch.handle(Self.pointer(.down, 0, 0), on: .tabs, at: .zero)
    var moved: [PageDrag] = []
    for (index, (dx, dy)) in distances.enumerated() {
      let time = Instant.milliseconds(Int64(index + 1) * 8)
      moved = touch.handle(Self.pointer(.moved, dx, dy), on: .tabs, at: time)
    }
    return (touch, moved)
  }

  private static func pointer(_ phase: Pointer.Phase, _ dx: Double, _ dy: Double) -> Pointer {
    Pointer(id: 1, phase: phase, target: .pageContainer, position: Point(x: 200 + dx, y: 400 + dy))
  }
}
