import InteractionCore
import Testing

/// The second floor and the tab bar that it covers.
@Suite struct FloorTabTests {
  @Test("F14: while another tab is selected, pulls show, open and refresh nothing")
  func hidden() {
    var bench = FloorBench.refreshing()
    bench.send(0, .selectTab(index: 1))
    bench.send(100, .list(.began, 0))
    for y in [-70.0, -120, -160] { #expect(bench.send(200, .list(.moved, y)) == []) }
    #expect(bench.send(300, .list(.ended, -160, velocity: 0)) == [])
    #expect(bench.pull(to: -70, at: 1_000, drag: 2) == [])
    #expect(bench.send(2_000, .list(.programmaticMoved, -120)) == [])
    #expect(bench.phase == .closed)
  }

  /// The events that pull the list.
  static let pulls: [[InteractionEvent.Kind]] = [
    [.list(.began, 0), .list(.moved, -160)],
    [.list(.began, 0), .list(.ended, -120, velocity: 0), .list(.decelerating, -110)],
    [.list(.programmaticBegan, 0), .list(.programmaticMoved, -120)],
  ]

  @Test("F14: a switch away counts as `cancelled`", arguments: pulls.indices, Preset.allCases)
  func switchedAway(index: Int, preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    for (step, kind) in Self.pulls[index].enumerated() { bench.send(Int64(step) * 20, kind) }
    #expect(bench.floor?.isBehindList == true)
    #expect(bench.send(100, .tapTab(index: 1)).floorPhases == [.closed])
    #expect(bench.send(200, .list(.ended, -160, velocity: 0)) == [])
    bench.send(300, .tapTab(index: 0))
    #expect(bench.phase == .closed)
    #expect(bench.pull(to: -160, at: 4_000, drag: 9).floorPhases == [.opening])
  }

  /// The phases in which the floor covers the bar, and the events that lead there.
  static let covers: [(FloorState.Phase, [InteractionEvent.Kind])] = [
    (.opening, [.floor(.open)]), (.open, [.floor(.open), .background, .foreground]),
    (.closing, [.floor(.open), .background, .foreground, .floor(.close)]),
  ]

  /// Returns a session with the floor in that phase, sliding pages and pop animations.
  private static func covered(_ index: Int, _ preset: Preset) -> PagePlayer {
    var experience = Experience.sliding(
      preset, floor: FloorDefinition(source: .home, rule: .refined))
    experience.tabBar.popsWithoutTap = preset == .literal
    experience.tabBar.items[1].doubleTap = TabItem.DoubleTap(action: .scrollToTop, waits: false)
    var player = PagePlayer(experience)
    for (step, kind) in Self.covers[index].1.enumerated() {
      player.play(Int64(step) * 10, kind)
    }
    return player
  }

  @Test("F1: taps are refused as busy", arguments: covers.indices, Preset.allCases)
  func taps(index: Int, preset: Preset) {
    var player = Self.covered(index, preset)
    #expect(player.session.snapshot.floor?.phase == Self.covers[index].0)
    for tab in [0, 1, 1, 2] { #expect(player.play(100, .tapTab(index: tab)) == ["refuse busy"]) }
    player.play(200, .finger(.down, 100, 770, on: .tab(1)))
    #expect(player.play(220, .finger(.up, 100, 770, on: .tab(1))) == ["refuse busy"])
    #expect(player.selected == 0)
  }

  @Test("F1 T9: a press opens no menu", arguments: covers.indices)
  func press(index: Int) {
    var experience = Experience.sliding(floor: FloorDefinition(source: .home))
    experience.tabBar.items[1].menu = [TabItem.MenuEntryDefinition(id: "a", text: LocalizedText())]
    var player = PagePlayer(experience)
    for (step, kind) in Self.covers[index].1.enumerated() { player.play(Int64(step) * 10, kind) }
    player.play(100, .finger(.down, 100, 790, on: .tab(1)))
    #expect(player.play(700, .tick) == ["press"])
    #expect(player.play(800, .finger(.up, 100, 790, on: .tab(1))) == [])
    #expect(player.session.state.longPress == LongPress(tab: 1, phase: .failed))
  }

  @Test("F1: the app selects underneath, without animating", arguments: covers.indices)
  func selections(index: Int) {
    for preset in Preset.allCases {
      var player = Self.covered(index, preset)
      player.play(100, .selectTab(index: 2))
      #expect(player.selected == 2)
      #expect(player.timeline == nil)
      #expect(player.session.snapshot.tabPages?.phase == .idle(.finished))
      #expect(player.session.snapshot.floor?.phase == Self.covers[index].0)
      // Once the floor is closed, the bar is as usual.
      for _ in 0 ..< 2 { player.play(20_000, .tick) }
      player.play(30_000, .floor(.close))
      player.play(60_000, .tick)
      player.play(60_100, .tapTab(index: 3))
      #expect(player.selected == 3)
      #expect(player.timeline != nil)
    }
  }
}
