import InteractionCore
import Testing

/// The events that cancel a swipe.
@Suite struct SwipeInterruptionTests {
  private static func player(_ experience: Experience = .sliding()) -> PagePlayer {
    PagePlayer(experience, selected: 1)
  }

  @Test("X4 X7: a tap during a swipe ends it and slides by itself", arguments: [true, false])
  func tapped(isTap: Bool) {
    var player = Self.player()
    player.play(100, .swipe(.began, -200))
    let origin = isTap ? "user" : "programmatic"
    #expect(
      player.play(200, isTap ? .tapTab(index: 4) : .selectTab(index: 4)) == [
        "#1 cancelled, resets 1 2", "select 1→4 \(origin); #2 runs 1→4",
      ])
    #expect(player.play(300, .swipe(.moved, -210)) == [])
    #expect(player.play(400, .swipe(.ended, -210, velocity: -900)) == [])
    #expect(player.report(900, of: player.lastDirective) == ["#2 finished, resets 1 4"])
  }

  @Test("X4 X7: so does a tap while the released pages are on their way")
  func tappedAfterRelease() {
    var on = Self.player()
    on.play(100, .swipe(.began, -200))
    on.play(200, .swipe(.ended, -200))
    #expect(
      on.play(300, .tapTab(index: 4)) == [
        "#1 finished, resets 1 2", "select 2→4 user; #2 runs 2→4",
      ])
    var back = Self.player()
    back.play(100, .swipe(.began, -100))
    back.play(200, .swipe(.ended, -100))
    #expect(
      back.play(300, .tapTab(index: 2)) == [
        "#1 cancelled, resets 1 2", "select 1→2 user; #2 runs 1→2",
      ])
  }

  @Test(
    "X5 X7: taken away or lost, both pages go back from where the finger left them",
    arguments: [InteractionEvent.Kind.swipe(.cancelled, -200), .heldDrags([], pointers: [])])
  func takenAway(kind: InteractionEvent.Kind) throws {
    var player = Self.player()
    player.play(100, .swipe(.began, -200))
    #expect(player.play(200, kind) == ["back; #1 runs 1→2"])
    let tracks = try #require(player.timeline).tracks
    #expect(tracks.map(\.keyframes.last?.value) == [0, 385])
    #expect(tracks.allSatisfy { $0.duration == .milliseconds(750) })
    if case .pageDrag = kind {
      #expect(tracks.map(\.keyframes.first?.value) == [-200, 185])
    }
    #expect(player.play(300, .swipe(.ended, -200, velocity: -900)) == [])
    #expect(player.report(950, of: player.lastDirective) == ["#1 cancelled, resets 1 2"])
    #expect(player.selected == 1)
    #expect(player.session.nextDeadline == nil)
  }

  @Test("X5 X7: taken away from pages, a finger says itself how far it has come")
  func takenAwayFinger() throws {
    var player = Self.player()
    player.play(100, .finger(.down, 300))
    player.play(116, .finger(.moved, 250))
    player.play(132, .finger(.moved, 180))
    player.play(148, .finger(.cancelled, 0, 0))
    let starts = try #require(player.timeline).tracks.map(\.keyframes.first?.value)
    #expect(starts == [-120, 265])
  }

  @Test("X5 X7: sent to the background or turned, both pages go back at once")
  func unseen() {
    let ends: [(InteractionEvent.Kind, [String])] = [
      (.background, []), (.surface(.turnedPhone), ["snapshot"]),
    ]
    for (kind, more) in ends {
      var player = Self.player()
      player.play(100, .swipe(.began, -200))
      #expect(player.play(200, kind) == ["#1 cancelled, resets 1 2"] + more)
      #expect(player.play(300, .swipe(.ended, -200, velocity: -900)) == [])
      #expect(player.selected == 1)
      #expect(player.session.nextDeadline == nil)
    }
  }

  @Test(
    "X7: when the neighbour goes while the finger drags, the swipe is taken back",
    arguments: [-300.0, -1, 0, 1, 300])
  func neighbourGoes(translation: Double) {
    for velocity in [-900.0, 900] {
      var tabs = TabItem.plain(3)
      tabs[0].isEnabled = false
      tabs[2].requiresLogin = true
      var player = Self.player(.sliding(tabs: tabs))
      player.play(100, .account(.signedIn))
      player.play(200, .swipe(.began, -40))
      player.play(300, .account(.signedOut))
      player.play(400, .swipe(.ended, translation, velocity: velocity))
      #expect(player.selected == 1, "at \(velocity) pt/s")
      player.report(900, of: player.lastDirective)
      #expect(player.session.snapshot.tabPages?.phase == .idle(.cancelled))
    }
  }

  @Test(
    "X7 N3: a page that is pushed meanwhile takes it back as well",
    arguments: [-300.0, 0, 300])
  func overtaken(translation: Double) {
    for velocity in [-900.0, 900] {
      var player = Self.player(.sliding(navigation: NavigationDefinition()))
      player.play(100, .swipe(.began, -40))
      player.play(200, .navigate(.push, "a"))
      player.play(300, .swipe(.ended, translation, velocity: velocity))
      #expect(player.selected == 1, "at \(velocity) pt/s")
    }
  }
}
