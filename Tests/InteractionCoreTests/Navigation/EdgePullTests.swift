import InteractionCore
import Testing

/// A finger pulls the top page away from the edge; the pages are `a` and `b`, on 375 pt.
@Suite struct EdgePullTests {
  static func pages(_ style: NavigationStyle = .window) -> [NavigationState.Page] {
    ["a", "b"].map { NavigationState.Page(route: $0, style: style) }
  }

  private static func player(
    _ experience: Experience = .paging(), in surface: Surface = .phone
  ) -> PagePlayer {
    PagePlayer(experience, in: surface, pages: Self.pages())
  }

  @Test("N5: pulled more than 30 % of the width, the page leaves")
  func pops() {
    var player = Self.player()
    #expect(player.play(100, .pull(.began, 12)) == ["*1 pulls a b"])
    #expect(player.play(200, .pull(.moved, 90)) == [])
    #expect(player.play(300, .pull(.ended, 112.6)) == ["pop b by window; *1 runs a"])
    #expect(player.play(400, .navigate(.push, "c")) == ["refuse busy"])
    #expect(player.report(500, of: player.lastDirective - 1) == ["*1 finished a"])
    #expect(player.session.nextDeadline == nil)
  }

  @Test("N5: up to 30 %, it comes back, and nothing has changed")
  func returns() {
    var player = Self.player()
    player.play(100, .pull(.began, 12))
    #expect(player.play(300, .pull(.ended, 112.5)) == ["back; *1 runs a b"])
    #expect(player.report(400, of: player.lastDirective) == ["*1 cancelled a b"])
    #expect(player.session.snapshot.upperPages?.hidesBar == true)
  }

  @Test("N5: how fast it is does not matter", arguments: [-5_000.0, 0, 5_000])
  func velocity(velocity: Double) {
    for (translation, count) in [(112.0, 2), (113, 1)] {
      var player = Self.player()
      player.play(100, .pull(.began, 12))
      player.play(300, .pull(.ended, translation, velocity: velocity))
      #expect(player.routes.count == count)
    }
  }

  @Test("N5: a cancel leaves the stack and the next push unaffected")
  func cancelled() throws {
    var pulled = Self.player()
    pulled.play(100, .pull(.began, 12))
    pulled.play(200, .pull(.moved, 300))
    #expect(pulled.play(300, .pull(.cancelled, 300)) == ["back; *1 runs a b"])
    let back = try #require(pulled.timeline)
    #expect(back.duration == .milliseconds(250) && back.tracks.allSatisfy { $0.fill == .both })
    #expect(pulled.report(390, of: pulled.lastDirective) == ["*1 cancelled a b"])
    #expect(pulled.play(400, .navigate(.push, "c")) == ["push c by window; *2 runs a b c"])
    var returned = Self.player()
    returned.play(100, .pull(.began, 12))
    returned.play(300, .pull(.ended, 40))
    returned.report(390, of: returned.lastDirective)
    #expect(returned.play(400, .navigate(.push, "c")) == ["push c by window; *2 runs a b c"])
    var untouched = Self.player()
    untouched.play(400, .navigate(.push, "c"))
    #expect(pulled.timeline == untouched.timeline)
    #expect(returned.timeline == untouched.timeline)
    #expect(pulled.session.nextDeadline == untouched.session.nextDeadline)
  }

  @Test("N5: a request ends a pull that has not been let go")
  func request() {
    var player = Self.player()
    player.play(100, .pull(.began, 12))
    #expect(
      player.play(200, .navigate(.push, "c")) == [
        "*1 cancelled a b", "push c by window; *2 runs a b c",
      ])
    #expect(player.play(300, .pull(.ended, 300)) == [])
  }

  @Test("N5: only inwards, from the edge, and only what was pushed")
  func conditions() {
    var outwards = Self.player()
    #expect(outwards.play(100, .pull(.began, -12)) == [])
    #expect(outwards.play(200, .pull(.ended, 300)) == [])
    var empty = PagePlayer(.paging())
    #expect(empty.play(100, .pull(.began, 12)) == [])
    let sheet = NavigationState.Page(route: "s", style: .popTip, isPresented: true)
    var presented = PagePlayer(.paging(), pages: Self.pages() + [sheet])
    #expect(presented.play(100, .pull(.began, 12)) == [])
    var off = Self.player(.paging { $0.interactivePop = false })
    #expect(off.play(100, .pull(.began, 12)) == [])
  }

  @Test("N5: how far it has to go is the experience's")
  func fraction() {
    var player = Self.player(.paging { $0.popFraction = 0.5 })
    player.play(100, .pull(.began, 12))
    player.play(200, .pull(.ended, 187.5))
    #expect(player.routes == ["a", "b"])
  }

  @Test("N5 T11: right to left, the edge is the other one")
  func rightToLeft() {
    var player = Self.player(in: .mirroredPhone)
    #expect(player.play(100, .pull(.began, 12)) == [])
    #expect(player.play(200, .pull(.began, -12)) == ["*1 pulls a b"])
    #expect(player.play(300, .pull(.ended, -113)) == ["pop b by window; *1 runs a"])
  }

  @Test("N5 N3: literal pulls alike")
  func literal() {
    var player = Self.player(.paging(.literal))
    player.play(100, .pull(.began, 12))
    player.play(300, .pull(.ended, 200))
    #expect(player.routes == ["a"])
    #expect(player.report(500, of: player.lastDirective).count <= 1)
    #expect(player.session.snapshot.upperPages?.phase == .idle(.finished))
  }

  @Test("N5 S3: in the background and on rotation the page comes back at once")
  func interrupted() {
    for (kind, more) in [
      (InteractionEvent.Kind.background, []), (.surface(.turnedPhone), ["snapshot"]),
    ] {
      var player = Self.player()
      player.play(100, .pull(.began, 200))
      #expect(player.play(200, kind) == ["*1 cancelled a b"] + more)
      #expect(player.play(300, .pull(.ended, 300)) == [])
      #expect(player.routes == ["a", "b"])
    }
  }

  @Test("N5: as a finger on the edge")
  func finger() {
    var player = Self.player()
    player.play(100, .finger(.down, 2, on: .backEdge))
    #expect(player.play(116, .finger(.moved, 10, on: .backEdge)) == [])
    #expect(player.play(132, .finger(.moved, 20, on: .backEdge)) == ["*1 pulls a b"])
    #expect(player.play(148, .finger(.up, 200, on: .backEdge)) == ["pop b by window; *1 runs a"])

    var lost = Self.player()
    lost.play(100, .finger(.down, 2, on: .backEdge))
    lost.play(132, .finger(.moved, 200, on: .backEdge))
    #expect(lost.play(200, .heldDrags([], pointers: [])) == ["back; *1 runs a b"])
    var steep = Self.player()
    steep.play(100, .finger(.down, 2, 400, on: .backEdge))
    #expect(steep.play(132, .finger(.moved, 20, 430, on: .backEdge)) == [])
    #expect(steep.play(148, .finger(.moved, 200, 430, on: .backEdge)) == [])
  }
}
