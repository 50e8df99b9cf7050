import InteractionCore
import Testing

/// A downward pan that presents a page `s` of the style scan, and an upward one that dismisses it,
/// on 812 pt.
@Suite struct ScanPanTests {
  static let scanned = NavigationState.Page(route: "s", style: .scan, isPresented: true)

  @Test("N4 N5: downwards past 30 % of the height, the page comes")
  func presents() {
    var player = PagePlayer(.paging())
    #expect(player.play(100, .pan(.began, 12, to: "s")) == ["*1 pulls -"])
    #expect(player.play(200, .pan(.moved, 200)) == [])
    #expect(player.play(300, .pan(.ended, 243.7)) == ["present s by scan; *1 runs s"])
    #expect(player.play(400, .navigate(.push, "c")) == ["refuse busy"])
    #expect(player.report(500, of: player.lastDirective - 1) == ["*1 finished s"])
    #expect(player.session.snapshot.upperPages?.hidesBar == false)
    #expect(player.session.nextDeadline == nil)
  }

  @Test("N4 N5: upwards past 30 % of the height, it leaves")
  func dismisses() {
    var player = PagePlayer(.paging(), pages: EdgePullTests.pages() + [Self.scanned])
    #expect(player.play(100, .pan(.began, -12)) == ["*1 pulls a b s"])
    #expect(player.play(300, .pan(.ended, -243.7)) == ["dismiss s by scan; *1 runs a b"])
    #expect(player.report(500, of: player.lastDirective) == ["*1 finished a b"])
  }

  @Test("N5: up to there, everything goes back", arguments: [243.5, 0, -400])
  func returns(distance: Double) {
    var coming = PagePlayer(.paging())
    coming.play(100, .pan(.began, 12, to: "s"))
    #expect(coming.play(300, .pan(.ended, distance)) == ["back; *1 runs -"])
    #expect(coming.report(400, of: coming.lastDirective) == ["*1 cancelled -"])
    var leaving = PagePlayer(.paging(), pages: [Self.scanned])
    leaving.play(100, .pan(.began, -12))
    #expect(leaving.play(300, .pan(.ended, -distance)) == ["back; *1 runs s"])
    #expect(leaving.report(400, of: leaving.lastDirective) == ["*1 cancelled s"])
  }

  @Test("N5: a cancel leaves the stack and the next push unaffected")
  func cancelled() {
    var untouched = PagePlayer(.paging())
    untouched.play(400, .navigate(.push, "c"))
    for end in [InteractionEvent.Kind.pan(.cancelled), .pan(.ended, 40)] {
      var player = PagePlayer(.paging())
      player.play(100, .pan(.began, 12, to: "s"))
      player.play(300, end)
      player.report(390, of: player.lastDirective)
      #expect(player.play(400, .navigate(.push, "c")) == ["push c by window; *2 runs c"])
      #expect(player.timeline == untouched.timeline)
      #expect(player.session.nextDeadline == untouched.session.nextDeadline)
    }
  }

  @Test("N5: a request ends a pan that has not been let go")
  func request() {
    var player = PagePlayer(.paging())
    player.play(100, .pan(.began, 12, to: "s"))
    #expect(
      player.play(200, .navigate(.push, "c")) == [
        "*1 cancelled -", "push c by window; *2 runs c",
      ])
    #expect(player.play(300, .pan(.ended, 400)) == [])
  }

  @Test("N5: only what is named comes, and only what a scan has presented leaves")
  func conditions() {
    var nowhere = PagePlayer(.paging())
    #expect(nowhere.play(100, .pan(.began, 12)) == [])
    #expect(nowhere.play(200, .pan(.ended, 400)) == [])
    #expect(nowhere.play(300, .pan(.began, -12, to: "s")) == [])
    #expect(nowhere.play(400, .pan(.began, 0, to: "s")) == [])
    let pushed = NavigationState.Page(route: "a", style: .scan)
    let sheet = NavigationState.Page(route: "a", style: .popTip, isPresented: true)
    for pages in [[pushed], [sheet], [Self.scanned, pushed]] {
      var player = PagePlayer(.paging(), pages: pages)
      #expect(player.play(100, .pan(.began, -12)) == [])
    }
    var full = PagePlayer(.paging(), pages: Array(repeating: Self.scanned, count: 16))
    #expect(full.play(100, .pan(.began, 12, to: "t")) == [])
  }

  @Test("N5: an experience may turn pans off, and say how far they have to go")
  func definition() {
    let still = Experience.paging { $0.interactiveScan = false }
    for (way, pages) in [(12.0, []), (-12, [Self.scanned])] {
      var player = PagePlayer(still, pages: pages)
      #expect(player.play(100, .pan(.began, way, to: "s")) == [])
    }
    var far = PagePlayer(.paging { $0.scanFraction = 0.5 })
    far.play(100, .pan(.began, 12, to: "s"))
    far.play(200, .pan(.ended, 406))
    #expect(far.routes == [])
  }

  @Test("N5 X7: pulls from the edge, swipes and pans keep apart")
  func subjects() {
    var pulled = PagePlayer(.paging(), pages: EdgePullTests.pages())
    pulled.play(100, .pull(.began, 12))
    for drag in [
      InteractionEvent.Kind.pan(.began, 12, to: "s"), .pan(.ended, 400), .pan(.cancelled),
    ] {
      #expect(pulled.play(200, drag) == [])
    }
    #expect(pulled.play(300, .pull(.ended, 200)) == ["pop b by window; *1 runs a"])
    var panned = PagePlayer(.paging())
    panned.play(100, .pan(.began, 12, to: "s"))
    #expect(panned.play(200, .swipe(.began, -40)) == [])
    #expect(panned.play(300, .swipe(.ended, -300)) == [])
    #expect(panned.play(400, .pan(.ended, 400)) == ["present s by scan; *1 runs s"])
  }

  @Test("N5 T11 N3: right to left and in literal, pans are the same")
  func alike() {
    for (preset, surface) in [(Preset.refined, Surface.mirroredPhone), (.literal, .phone)] {
      var player = PagePlayer(.paging(preset), in: surface)
      player.play(100, .pan(.began, 12, to: "s"))
      #expect(player.play(300, .pan(.ended, 400)) == ["present s by scan; *1 runs s"])
      #expect(player.report(500, of: player.lastDirective) == ["*1 finished s"])
    }
  }

  @Test("N5 S3: in the background and on rotation everything goes back at once")
  func interrupted() {
    for (kind, more) in [
      (InteractionEvent.Kind.background, []), (.surface(.turnedPhone), ["snapshot"]),
    ] {
      var player = PagePlayer(.paging())
      player.play(100, .pan(.began, 12, to: "s"))
      #expect(player.play(200, kind) == ["*1 cancelled -"] + more)
      #expect(player.play(300, .pan(.ended, 400)) == [])
      #expect(player.routes == [])
    }
  }

  @Test("N5: as a finger, on a view that names the page")
  func finger() {
    let view = ViewPath.scan(presenting: "s")
    var player = PagePlayer(.paging())
    player.play(100, .finger(.down, 200, 300, on: view))
    #expect(player.play(116, .finger(.moved, 200, 309, on: view)) == [])
    #expect(player.play(132, .finger(.moved, 204, 320, on: view)) == ["*1 pulls -"])
    #expect(
      player.play(148, .finger(.up, 204, 600, on: view)) == ["present s by scan; *1 runs s"])
    player.report(400, of: player.lastDirective)
    player.play(500, .finger(.down, 200, 700, on: .scan))
    #expect(player.play(516, .finger(.moved, 200, 680, on: .scan)) == ["*2 pulls s"])
    #expect(
      player.play(532, .finger(.up, 200, 400, on: .scan)) == ["dismiss s by scan; *2 runs -"])

    var lost = PagePlayer(.paging())
    lost.play(100, .finger(.down, 200, 300, on: view))
    lost.play(132, .finger(.moved, 200, 500, on: view))
    #expect(lost.session.heldPointers == [1])
    #expect(lost.play(200, .heldDrags([], pointers: [])) == ["back; *1 runs -"])
    var sideways = PagePlayer(.paging())
    sideways.play(100, .finger(.down, 200, 300, on: view))
    #expect(sideways.play(132, .finger(.moved, 230, 320, on: view)) == [])
    #expect(sideways.play(148, .finger(.moved, 230, 700, on: view)) == [])
  }
}
