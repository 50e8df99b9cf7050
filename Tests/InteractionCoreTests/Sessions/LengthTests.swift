import InteractionCore
import Testing

@Suite("R13: lengths in heights, and distances by orientation")
struct LengthTests {
  private static func surface(_ width: Double, _ height: Double) -> Surface {
    Surface(viewport: Size(width: width, height: height))
  }

  private static func toggle(_ heights: Double) -> ToggleDefinition {
    ToggleDefinition(
      id: "rocket", source: SourceID("home"),
      rule: ToggleDefinition.Rule(
        threshold: heights,
        heights: ToggleDefinition.Rule.Heights(threshold: heights, hysteresis: 0)))
  }

  private static func distances(_ tip: Double, _ trigger: Double) -> FloorDistances {
    FloorDistances(
      tip: tip, tipHysteresis: 0, trigger: trigger, triggerHysteresis: nil, refresh: 0)
  }

  @Test("R13: a threshold in heights follows rotation")
  func threshold() {
    var screen = ScreenSession(surface: Self.surface(400, 800)) {
      $0.toggles = [Self.toggle(1.5)]
    }
    #expect(screen.session.triggerLines(for: SourceID("home")).offsets.contains(1200))
    #expect(screen.drag(to: 1100) == [])
    let rotated = screen.handle(.surface(Self.surface(800, 400)))
    #expect(screen.session.triggerLines(for: SourceID("home")).offsets.contains(600))
    for case .toggle(let state) in rotated.flatMap(\.settings).map(\.state) {
      #expect(state.look == .above)
    }
  }

  @Test("R13: the floor has other distances in landscape")
  func landscape() {
    var screen = ScreenSession(surface: Self.surface(400, 800)) {
      $0.floor = FloorDefinition(
        source: SourceID("home"),
        rule: FloorDefinition.Rule(
          bySurface: DistancesBySurface(
            isInHeights: false, portrait: Self.distances(100, 150),
            landscape: Self.distances(50, 80))))
    }
    _ = screen.drag(to: -90)
    #expect(screen.floor?.phase == .pulling)
    _ = screen.settle(at: 0)
    _ = screen.handle(.surface(Self.surface(800, 400)))
    _ = screen.drag(to: -90)
    #expect(screen.floor?.phase == .opening)
  }

  @Test("R13: the floor's distances in heights")
  func heights() {
    var screen = ScreenSession(surface: Self.surface(400, 800)) {
      $0.floor = FloorDefinition(
        source: SourceID("home"),
        rule: FloorDefinition.Rule(
          bySurface: DistancesBySurface(isInHeights: true, portrait: Self.distances(0.1, 0.2))))
    }
    let lines = screen.session.triggerLines(for: SourceID("home")).offsets
    #expect(lines == [-160, -80, 0])
    _ = screen.drag(to: -160)
    #expect(screen.floor?.phase == .opening)
  }

  @Test("R13 F13: a floor that refreshes in landscape alone shows that it refreshes")
  func refresh() {
    var landscape = Self.distances(80, 120)
    landscape.refresh = 40
    var screen = ScreenSession(surface: Self.surface(800, 400)) {
      $0.floor = FloorDefinition(
        source: SourceID("home"),
        rule: FloorDefinition.Rule(
          bySurface: DistancesBySurface(
            isInHeights: false, portrait: Self.distances(100, 150), landscape: landscape)))
    }
    let states = screen.drag(to: -60).flatMap(\.settings).map(\.state)
    #expect(states.contains(.refresh(RefreshState(isRefreshing: true))))
  }

  @Test("R13: an experience in points is not copied")
  func points() {
    let screen = ScreenSession {
      $0.toggles = [ToggleDefinition(id: "a", source: SourceID("home"))]
    }
    #expect(screen.session.triggerLines(for: SourceID("home")).offsets.contains(456))
  }
}
