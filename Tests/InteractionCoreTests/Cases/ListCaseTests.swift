import InteractionCore
import Testing

/// Inputs from public reports about lists and the views linked to them.
@Suite("Reported: lists") struct ListCaseTests {
  /// A fling that bounces at the end of the content.
  private static let bounce: [(Int64, InteractionEvent.Kind)] = [
    (0, .list(.began, 400)), (16, .list(.moved, 440)), (32, .list(.moved, 450)),
    (48, .list(.moved, 470)), (64, .list(.ended, 470, velocity: 0)),
    (80, .list(.decelerating, 462)), (96, .list(.decelerating, 450)), (112, .list(.settled, 450)),
  ]

  @Test("S4: a bounce at the bottom is no offset (A2)")
  func bottom() {
    var bench = ReportedCaseBench()
    bench.play(0, .contentSize(source: .home, size: Size(width: 375, height: 1_262)))
    #expect(bench.play(Self.bounce).isEmpty)
    // Without a content size there is no bottom edge.
    var unknown = ReportedCaseBench()
    #expect(unknown.play(Self.bounce).looks.map(\.look) == [.above, .below])
  }

  @Test("S4: the bottom inset belongs to the content")
  func inset() {
    let phone = Surface(
      viewport: Size(width: 375, height: 812), insets: Insets(top: 44, bottom: 34))
    var bench = ReportedCaseBench(in: phone)
    bench.play(0, .contentSize(source: .home, size: Size(width: 375, height: 1_262)))
    #expect(bench.play(Self.bounce).looks.map(\.look) == [.above, .below])
    var shorter = ReportedCaseBench(in: phone)
    shorter.play(0, .contentSize(source: .home, size: Size(width: 375, height: 1_228)))
    #expect(shorter.play(Self.bounce).isEmpty)
  }

  @Test("S4 R6: content that is too short keeps the list at 0; a new size alone changes no look")
  func size() {
    var bench = ReportedCaseBench()
    bench.play([(0, .list(.began, 500)), (16, .list(.settled, 500))])
    #expect(bench.look == .above)
    #expect(bench.play(32, .contentSize(source: .home, size: Size(width: 375, height: 300))) == [])
    #expect(bench.play(48, .list(.began, 500, drag: 2)).looks.map(\.look) == [.below])
  }

  @Test("S4: literal sees every offset")
  func literal() {
    var session = Session(experience: .literalHome, surface: .phone)
    _ = session.handle(.at(0, .contentSize(source: .home, size: Size(width: 375, height: 900))))
    let directives = Self.bounce.flatMap { session.handle(.at($0, $1)) }
    #expect(directives.looks.map(\.look) == [.above])
  }

  @Test("S6: what lies too far from session time says where that starts (A6)")
  func clock() {
    let bench = ReportedCaseBench()
    let problems = bench.session.violations(in: .at(1_790_000_000_000, .tick))
    #expect(problems.map(\.field) == ["time_us"])
    #expect(problems.first?.problem.hasSuffix("use the clock of open.time_us") == true)
  }

  @Test("R9: a page and the open floor hide the rocket; on return it catches up at once")
  func hidden() {
    var bench = ReportedCaseBench()
    bench.play([(0, .push("detail")), (400, .animationEnded(directive: 1, outcome: .finished))])
    let scroll: [(Int64, InteractionEvent.Kind)] = [
      (1_000, .list(.began, 0)), (1_016, .list(.moved, 500)), (1_032, .list(.settled, 500)),
    ]
    #expect(bench.play(scroll).isEmpty && bench.look == .below)
    #expect(bench.play(1_100, .pop).looks.isEmpty)
    let end = bench.session.state.nextDirective - 1
    let looks = bench.play(1_400, .animationEnded(directive: end, outcome: .finished)).looks
    #expect(looks.map(\.look) == [.above] && looks.map(\.isAnimated) == [false])
  }

  @Test("R9 R10: an order under the open floor is not animated, and stands when it closes")
  func ordered() {
    var bench = ReportedCaseBench()
    bench.play([(0, .floor(.open)), (3_500, .tick)])
    #expect(bench.floor?.phase == .open)
    let looks = bench.play(3_600, .orderToggle(id: "rocket", look: .above)).looks
    #expect(looks.map(\.look) == [.above] && looks.map(\.isAnimated) == [false])
    bench.play([(3_700, .floor(.close)), (7_000, .tick)])
    #expect(bench.floor?.phase == .closed && bench.look == .above)
  }

  @Test("R9 R6: under the open floor the list changes no look until the floor has closed")
  func underFloor() {
    var bench = ReportedCaseBench()
    bench.play([(0, .floor(.open)), (3_500, .tick)])
    let moves: [(Int64, InteractionEvent.Kind)] = [
      (3_600, .list(.programmaticBegan, 0)), (3_620, .list(.programmaticEnded, 900)),
      (3_700, .floor(.close)),
    ]
    #expect(bench.play(moves).looks.isEmpty)
    let looks = bench.play(7_000, .tick).looks
    #expect(looks.map(\.look) == [.above] && looks.map(\.isAnimated) == [false])
  }

  @Test("R9: restored under an open floor, the rocket keeps its look until the floor closes")
  func restored() {
    var session = Session(experience: .refinedHome, surface: .phone)
    _ = session.handle(
      .at(
        0,
        .open(
          RestoredState(
            offsets: [RestoredState.Offset(source: .home, y: 900)], isFloorOpen: true))))
    #expect(session.state.toggles[0].look == .below)
    let directives = session.handle(.at(100, .floor(.close))) + session.handle(.at(3_000, .tick))
    #expect(directives.looks.map(\.look) == [.above])
  }
}
