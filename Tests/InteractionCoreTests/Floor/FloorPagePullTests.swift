import InteractionCore
import Testing

/// A finger that pulls the open page up: the page's offset, and the start of its settling
/// animation.
@Suite struct FloorPagePullTests {
  /// Returns a floor that was opened by a command and is open at 10 s.
  private static func open(
    change: (inout FloorDefinition.Rule) -> Void = { _ in }
  ) -> FloorBench {
    var bench = FloorBench(FloorBench.experience(change: change))
    bench.send(0, .floor(.open))
    bench.send(10_000, .tick)
    return bench
  }

  private static func finger(_ phase: Pointer.Phase, _ y: Double) -> InteractionEvent.Kind {
    .finger(phase, 180, y, on: .floorPage)
  }

  /// Returns the start and end values of the page's translation.
  private static func way(_ directives: [Directive]) -> [[Double]] {
    directives.compactMap(\.timeline).flatMap(\.tracks)
      .filter { $0.target == .floorPage && $0.property == .translateY }
      .map { $0.keyframes.map(\.value) }
  }

  @Test("F16 D6: the page is linked to the finger, as long as that is down")
  func links() throws {
    var bench = Self.open()
    #expect(bench.links == [])
    bench.send(11_000, Self.finger(.down, 750))
    let link = try #require(bench.links?.first)
    #expect(bench.links?.count == 1)
    #expect(link.driver == .translation(.floorPage) && link.target == .floorPage)
    #expect([-900, -812, -300, 0, 40].map(link.value(at:)) == [-812, -812, -300, 0, 0])
    bench.send(11_500, Self.finger(.up, 740))
    #expect(bench.links == [])
    bench.send(12_000, Self.finger(.down, 600))
    #expect(bench.links == [])
  }

  @Test("F16: a pull that is not enough springs back from where the finger left the page")
  func springBack() {
    var bench = Self.open()
    bench.send(11_000, Self.finger(.down, 750))
    bench.send(11_500, Self.finger(.moved, 600))
    #expect(Self.way(bench.send(11_600, Self.finger(.up, 550))) == [[-200, 0]])
    bench.send(12_000, Self.finger(.down, 750))
    bench.send(12_500, Self.finger(.moved, 600))
    #expect(Self.way(bench.send(12_600, .heldDrags([], pointers: []))) == [[-150, 0]])
    // The page does not move downwards.
    bench.send(13_000, Self.finger(.down, 750))
    #expect(Self.way(bench.send(13_500, Self.finger(.up, 790))) == [[0, 0]])
  }

  @Test("F16: how it springs back is the experience's, and takes as long as closing unless it says")
  func springBackPace() throws {
    func back(change: (inout FloorDefinition.Rule) -> Void) throws -> Track {
      var bench = Self.open(change: change)
      bench.send(11_000, Self.finger(.down, 750))
      let directives = bench.send(11_500, Self.finger(.up, 600))
      return try #require(directives.compactMap(\.timeline).first?.tracks.first)
    }
    let usual = try back { $0.closeDuration = .milliseconds(700) }
    #expect(usual.duration == .milliseconds(700) && usual.easing == .bezier(.easeOut))
    let own = try back {
      $0.springBackDuration = .milliseconds(200)
      $0.springBackEasing = .linear
    }
    #expect(own.duration == .milliseconds(200) && own.easing == .bezier(.linear))
  }

  @Test("F9: a peek goes and comes along the experience's curve")
  func peek() throws {
    for curve in [CubicBezier.easeInEaseOut, .linear] {
      var experience = FloorBench.experience()
      experience.floor?.appearance.peekEasing = curve
      var bench = FloorBench(experience)
      let timeline = try #require(bench.send(0, .floor(.peek)).compactMap(\.timeline).first)
      #expect(timeline.tracks.map(\.easing) == [.bezier(curve)])
    }
  }

  @Test("F16 F8: the closing starts where the finger left the page")
  func closing() {
    var lifted = Self.open()
    lifted.send(11_000, Self.finger(.down, 750))
    #expect(Self.way(lifted.send(12_000, Self.finger(.up, 300))) == [[-450, -812]])
    #expect(lifted.links == [])
    var ordered = Self.open()
    ordered.send(11_000, Self.finger(.down, 750))
    ordered.send(11_500, Self.finger(.moved, 700))
    #expect(Self.way(ordered.send(11_600, .floor(.close))) == [[-50, -812]])
    var untouched = Self.open()
    #expect(Self.way(untouched.send(11_000, .floor(.close))) == [[0, -812]])
  }

  @Test("F16 S3: a finger that touches down twice has lifted unseen")
  func twice() {
    var bench = Self.open()
    bench.send(11_000, Self.finger(.down, 750))
    bench.send(11_500, Self.finger(.moved, 450))
    #expect(Self.way(bench.send(12_000, Self.finger(.down, 700))) == [[-300, 0]])
    #expect(bench.session.heldPointers == [1])
    #expect(Self.way(bench.send(13_000, Self.finger(.up, 600))) == [[-100, 0]])
  }

  @Test("S7 F5: a finger on the page does not count for the list's velocity")
  func twoFingers() {
    var bench = Self.open()
    bench.send(10_900, .list(.began, -160))
    bench.send(11_000, Self.finger(.down, 750))
    for step in 1 ... 5 {
      bench.send(11_000 + Int64(step) * 8, Self.finger(.moved, 750 - Double(step) * 90))
    }
    bench.send(11_050, Self.finger(.up, 300))
    bench.send(11_051, .animationEnded(directive: bench.lastDirective, outcome: .finished))
    #expect(bench.phase == .closed)
    bench.send(11_060, .list(.moved, -160))
    #expect(bench.phase == .armed)
    #expect(bench.send(11_070, .list(.ended, -160)).floorPhases == [.opening])
  }
}

extension FloorBench {
  /// The number of the newest directive.
  fileprivate var lastDirective: UInt64 { self.session.state.nextDirective - 2 }
}
