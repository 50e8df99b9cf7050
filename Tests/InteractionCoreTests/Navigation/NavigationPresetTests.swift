import InteractionCore
import Testing

/// The differences between the presets in page transitions.
@Suite struct NavigationPresetTests {
  @Test("N3: literal counts a transition as over when it starts, and blocks nothing")
  func completesAtStart() {
    var player = PagePlayer(.paging(.literal))
    #expect(player.play(100, .navigate(.push, "a")) == ["push a by window; *1 finished a"])
    #expect(player.timeline?.duration == .milliseconds(250))
    #expect(player.session.nextDeadline == nil)
    #expect(player.play(101, .navigate(.push, "b")) == ["push b by window; *2 finished a b"])
    #expect(player.play(102, .tapTab(index: 1)).first?.hasPrefix("select 0→1") == true)
    #expect(player.report(400, of: 1) == [])
    #expect(player.play(500, .navigate(.popToRoot)) == ["popToRoot b by window; *3 finished -"])
  }

  @Test("F11: refined, pushes keep their own style next to a second floor")
  func refinedFade() {
    var player = PagePlayer(.paging(hasFloor: true))
    #expect(player.play(100, .navigate(.push, "a")) == ["push a by window; *1 runs a"])
    player.report(400, of: player.lastDirective)
    #expect(
      player.play(500, .navigate(.push, "b", by: .omni)) == ["push b by omni; *2 runs a b"])
  }

  @Test("F11: literal, every push fades in an experience with a second floor")
  func literalFade() {
    var player = PagePlayer(.paging(.literal, hasFloor: true))
    #expect(player.play(100, .navigate(.push, "a")) == ["push a by fade; *1 finished a"])
    #expect(player.timeline?.tracks.map(\.property) == [.opacity])
    #expect(
      player.play(200, .navigate(.present, "s")) == ["present s by popTip; *2 finished a s"])
    var other = PagePlayer(.paging(.literal))
    #expect(other.play(100, .navigate(.push, "a")) == ["push a by window; *1 finished a"])
  }

  @Test("F11: literal, even a push that names another style")
  func literalNamedStyle() {
    var player = PagePlayer(.paging(.literal, hasFloor: true))
    #expect(
      player.play(100, .navigate(.push, "a", by: .slide)) == ["push a by fade; *1 finished a"])
  }
}
