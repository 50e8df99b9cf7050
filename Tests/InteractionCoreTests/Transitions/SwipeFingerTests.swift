import InteractionCore
import Testing

/// Swipes between tabs by pointers on the pages, from tab 1 of five.
@Suite struct SwipeFingerTests {
  private static func player(in surface: Surface = .phone) -> PagePlayer {
    PagePlayer(.sliding(), in: surface, selected: 1)
  }

  @Test("X7: a finger drags from 10 pt on")
  func slop() {
    var player = Self.player()
    #expect(player.play(100, .finger(.down, 200)) == [])
    #expect(player.play(116, .finger(.moved, 190)) == [])
    #expect(player.play(132, .finger(.moved, 189.9)) == ["#1 drags 1→2"])
    #expect(player.play(148, .finger(.moved, 150)) == [])
    #expect(player.play(164, .finger(.cancelled, 150)) == ["back; #1 runs 1→2"])
  }

  @Test(
    "X7: only sideways: the axis is locked at 45°",
    arguments: [
      (dx: -13.0, dy: 12.0, drags: true), (-13, -12, true), (13, 12, true), (12, -11.9, true),
      (-12, 12, false), (12, 12, false), (-12, 13, false), (0, 40, false), (12, -40, false),
    ])
  func axis(dx: Double, dy: Double, drags: Bool) {
    var player = Self.player()
    player.play(100, .finger(.down, 200, 400))
    let lines = player.play(116, .finger(.moved, 200 + dx, 400 + dy))
    #expect(lines == (drags ? ["#1 drags 1→\(dx < 0 ? 2 : 0)"] : []))
    // The direction lock holds for the whole touch.
    #expect(player.play(132, .finger(.moved, 200 + 10 * dx, 400)) == [])
    player.play(148, .finger(.moved, 200, 400 + 10 * dy))
    player.play(164, .finger(.up, 200, 400 + 10 * dy))
    #expect(player.session.snapshot.tabPages?.number == (drags ? 1 : 0))
  }

  @Test("X7 S7: flung, it switches after a few points")
  func fling() {
    var player = Self.player()
    player.play(100, .finger(.down, 200))
    for step in 1 ... 5 {
      player.play(100 + Int64(step) * 10, .finger(.moved, 200 - Double(step) * 8))
    }
    #expect(player.play(160, .finger(.up, 152)) == ["select 1→2 user; #1 runs 1→2"])
    #expect(player.timeline?.value(.page(1), .translateX, at: .zero) == -48)
  }

  @Test("X7 S7: held still before it lifts, it needs 40 % of the width", arguments: [149, 150])
  func held(distance: Double) {
    var player = Self.player()
    player.play(100, .finger(.down, 200))
    player.play(200, .finger(.moved, 200 + distance))
    player.play(600, .finger(.up, 200 + distance))
    #expect(player.selected == (distance < 150 ? 1 : 0))
  }

  @Test("X7 S7: flung back, it does not switch even from afar")
  func flungBack() {
    var player = Self.player()
    player.play(100, .finger(.down, 350))
    player.play(200, .finger(.moved, 50))
    for step in 1 ... 5 {
      player.play(300 + Int64(step) * 10, .finger(.moved, 50 + Double(step)))
    }
    #expect(player.play(360, .finger(.up, 56)) == ["back; #1 runs 1→2"])
    #expect(player.selected == 1)
  }

  @Test("X7: the finger may cross its start")
  func crossing() {
    var player = Self.player()
    player.play(100, .finger(.down, 200))
    player.play(150, .finger(.moved, 160))
    #expect(
      player.play(200, .finger(.moved, 240)) == ["#1 cancelled, resets 1 2", "#2 drags 1→0"])
  }

  @Test("X7 T10: the first finger owns the pages until it lifts")
  func secondFinger() {
    var player = Self.player()
    player.play(100, .finger(.down, 200))
    #expect(player.play(110, .finger(.down, 100, id: 2)) == [])
    #expect(player.play(120, .finger(.moved, 20, id: 2)) == [])
    #expect(player.play(130, .finger(.moved, 180)) == ["#1 drags 1→2"])
    #expect(player.play(140, .finger(.up, 20, id: 2)) == [])
    #expect(player.play(150, .finger(.cancelled, 20, id: 2)) == [])
    #expect(player.play(160, .finger(.down, 20, id: 2, on: .backEdge)) == [])
    #expect(player.play(170, .finger(.cancelled, 180)) == ["back; #1 runs 1→2"])
  }

  @Test("X7: a finger that touches down again has lifted unseen")
  func downAgain() {
    var player = Self.player()
    player.play(100, .finger(.down, 200))
    player.play(120, .finger(.moved, 150))
    #expect(player.play(140, .finger(.down, 300)) == ["back; #1 runs 1→2"])
    #expect(player.play(160, .finger(.moved, 320)) == [])
    #expect(player.report(900, of: player.lastDirective) == ["#1 cancelled, resets 1 2"])
  }

  @Test("X7 S3: a finger that the heartbeat no longer names is gone")
  func heartbeat() {
    var player = Self.player()
    player.play(100, .finger(.down, 200))
    player.play(120, .finger(.moved, 150))
    #expect(player.session.heldPointers == [1])
    #expect(player.play(200, .heldDrags([], pointers: [1])) == [])
    #expect(player.play(300, .heldDrags([], pointers: [2])) == ["back; #1 runs 1→2"])
    #expect(player.session.heldPointers == [])
    #expect(player.play(400, .finger(.up, 20)) == [])
  }

  @Test("X7 S3: in the background and on rotation the touch is over")
  func interrupted() {
    for kind in [InteractionEvent.Kind.background, .surface(.turnedPhone)] {
      var player = Self.player()
      player.play(100, .finger(.down, 200))
      player.play(120, .finger(.moved, 150))
      #expect(player.play(200, kind).first == "#1 cancelled, resets 1 2")
      #expect(player.play(300, .finger(.moved, 20)) == [])
      #expect(player.play(400, .finger(.up, 20)) == [])
      #expect(player.selected == 1)
    }
  }
}
