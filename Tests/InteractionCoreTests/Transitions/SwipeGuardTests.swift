import InteractionCore
import Testing

/// The conditions under which a swipe does not begin.
@Suite struct SwipeGuardTests {
  private static func player(_ experience: Experience = .sliding()) -> PagePlayer {
    PagePlayer(experience, selected: 1)
  }

  @Test("X7: ignored as a whole while another transition runs")
  func whileRunning() {
    var player = Self.player()
    player.play(100, .tapTab(index: 3))
    #expect(player.play(200, .swipe(.began, -40)) == [])
    #expect(player.play(300, .swipe(.moved, -200)) == [])
    #expect(player.report(400, of: player.lastDirective) == ["#1 finished, resets 1 3"])
    #expect(player.play(500, .swipe(.moved, -300)) == [])
    #expect(player.play(600, .swipe(.ended, -300, velocity: -900)) == [])
    #expect(player.play(700, .swipe(.began, -40)) == ["#2 drags 3→4"])
  }

  @Test("X7: ignored while the pages of the swipe before are still on their way")
  func whileReturning() {
    var player = Self.player()
    player.play(100, .swipe(.began, -40))
    player.play(200, .swipe(.ended, -40))
    #expect(player.play(300, .swipe(.began, 40)) == [])
    #expect(player.play(400, .swipe(.ended, 300, velocity: 900)) == [])
    #expect(player.report(500, of: player.lastDirective) == ["#1 cancelled, resets 1 2"])
    #expect(player.selected == 1)
  }

  @Test("X7: moves and ends without a beginning mean nothing")
  func withoutBeginning() {
    var player = Self.player()
    #expect(player.play(100, .swipe(.moved, -200)) == [])
    #expect(player.play(200, .swipe(.ended, -200, velocity: -900)) == [])
    #expect(player.play(300, .swipe(.cancelled)) == [])
    #expect(player.session.snapshot.tabPages?.number == 0)
  }

  @Test("X7: neighbours that are shut, gated or only jump do not count", arguments: [0, 1, 2])
  func neighbours(kind: Int) {
    var tabs = TabItem.plain(4)
    switch kind {
    case 0: tabs[2].isEnabled = false
    case 1: tabs[2].requiresLogin = true
    default:
      tabs[2].jump = TabItem.Jump(kind: .route, value: LocalizedText(fallback: "/cart"))
    }
    var player = Self.player(.sliding(tabs: tabs))
    #expect(player.play(100, .swipe(.began, -40)) == [])
    #expect(player.play(200, .swipe(.moved, 40)) == ["#1 drags 1→0"])
    #expect(player.play(300, .swipe(.moved, -40)) == ["#1 cancelled, resets 1 0"])
    #expect(player.play(400, .swipe(.ended, -300, velocity: -900)) == [])
    #expect(player.selected == 1)
  }

  @Test("X7 T7: who is signed in may swipe to a gated tab")
  func signedIn() {
    var tabs = TabItem.plain(3)
    tabs[2].requiresLogin = true
    var player = Self.player(.sliding(tabs: tabs))
    player.play(100, .account(.signedIn))
    #expect(player.play(200, .swipe(.began, -40)) == ["#1 drags 1→2"])
    player.play(300, .account(.signedOut))
    #expect(player.play(400, .swipe(.ended, -300)) == ["#1 cancelled, resets 1 2"])
    #expect(player.selected == 1)
  }

  @Test("X7: turned off, swipes mean nothing; the experience says how it starts")
  func off() {
    var player = Self.player(.sliding(swipes: false))
    #expect(player.play(100, .swipe(.began, -40)) == [])
    #expect(player.play(150, .swiping(isOn: true)) == [])
    #expect(player.play(200, .swipe(.moved, -60)) == [])
    #expect(player.play(300, .swipe(.ended, -300)) == [])
    #expect(player.play(400, .swipe(.began, -40)) == ["#1 drags 1→2"])
    #expect(player.play(500, .swiping(isOn: true)) == [])
    #expect(player.play(600, .swiping(isOn: false)) == ["back; #1 runs 1→2"])
    #expect(player.play(700, .swipe(.moved, -100)) == [])
    #expect(player.play(800, .swipe(.ended, -300)) == [])
    #expect(player.play(900, .swipe(.began, -40)) == [])
  }

  @Test("X7: turned off and on while pages slide by themselves, they slide on")
  func offWhileRunning() {
    var player = Self.player()
    player.play(100, .swipe(.began, -40))
    player.play(200, .swipe(.ended, -200))
    #expect(player.play(300, .swiping(isOn: false)) == [])
    #expect(player.play(400, .swiping(isOn: true)) == [])
    #expect(player.report(900, of: player.lastDirective) == ["#1 finished, resets 1 2"])
  }

  @Test("X7 N3: under a page that was pushed there is nothing to swipe")
  func underPages() {
    var player = Self.player(.sliding(navigation: NavigationDefinition()))
    player.play(100, .navigate(.push, "a"))
    #expect(player.play(200, .swipe(.began, -40)) == [])
    player.report(500, of: player.lastDirective)
    #expect(player.play(600, .swipe(.began, -40)) == [])
    #expect(player.play(700, .swipe(.ended, -300)) == [])
    #expect(player.selected == 1)
  }
}
