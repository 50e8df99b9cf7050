import InteractionCore
import Testing

/// Inputs from public reports about the second floor.
@Suite("Reported: the second floor") struct FloorCaseTests {
  private static let picture = FloorBench.picture()

  @Test("F14: under a pushed page a pull shows, arms, refreshes and opens nothing (A1)")
  func pushed() {
    var bench = ReportedCaseBench { $0.floor?.rule.refreshDistance = 60 }
    bench.play([(0, .push("detail")), (400, .animationEnded(directive: 1, outcome: .finished))])
    let pull: [(Int64, InteractionEvent.Kind)] = [
      (1_000, .list(.began, 0)), (1_016, .list(.moved, -160)),
      (1_032, .list(.ended, -160, velocity: 0)), (2_000, .list(.began, 0, drag: 2)),
      (2_016, .list(.ended, -80, velocity: 0, drag: 2)),
    ]
    #expect(bench.play(pull).isEmpty)
    #expect(bench.play(3_000, .floor(.open)).reasons == [.busy])
    #expect(bench.play(3_000, .floor(.peek)).reasons == [.busy])
  }

  @Test("F14: a push while the list is pulled counts as `cancelled`, before anything moves")
  func pushedWhilePulled() {
    for operation in [NavigationRequest.Operation.push, .present] {
      var bench = ReportedCaseBench()
      bench.play([(0, .list(.began, 0)), (16, .list(.moved, -160))])
      let push = bench.play(32, .navigate(NavigationRequest(operation, route: "detail")))
      #expect(push.floorPhases == [.closed])
      #expect(push.count == 2 && push[0].timeline == nil && push[1].timeline != nil)
      #expect(bench.play(48, .list(.ended, -160, velocity: 0)).isEmpty)
    }
  }

  @Test("F14: while the page goes the list is not seen yet; then it is pulled as ever")
  func popped() {
    var bench = ReportedCaseBench()
    bench.play([(0, .push("detail")), (3_000, .pop)])
    #expect(bench.play([(3_010, .list(.began, 0)), (3_020, .list(.moved, -120))]).isEmpty)
    bench.play(6_000, .tick)
    #expect(bench.play(6_010, .list(.moved, -130)).floorPhases == [.tip])
  }

  @Test("F14: commands are refused while another tab is selected")
  func otherTab() {
    var bench = ReportedCaseBench()
    bench.play(0, .selectTab(index: 1))
    #expect(bench.play(100, .floor(.open)).reasons == [.busy])
    #expect(bench.play(100, .floor(.peek)).reasons == [.busy])
    bench.play(200, .selectTab(index: 0))
    #expect(bench.play(300, .floor(.open)).floorPhases == [.opening])
  }

  @Test("F2 F14: a bounce that ended unseen is over when the tab comes back")
  func endedUnseen() {
    var bench = ReportedCaseBench()
    bench.play([
      (0, Self.picture), (10, .list(.began, 0)), (20, .list(.moved, -120)),
      (30, .selectTab(index: 1)), (40, .list(.decelerating, 0)), (1_540, .selectTab(index: 0)),
    ])
    #expect(bench.floor?.isPlaying == false)
    bench.play(1_600, .list(.programmaticMoved, -60))
    #expect(bench.floor?.isPlaying == true)
  }

  @Test("F2 F14: what a switch has cancelled shows nothing on its way back")
  func cancelledUnseen() {
    var bench = ReportedCaseBench()
    bench.play([
      (0, .selectTab(index: 1)), (10, .list(.began, 0)), (20, .list(.moved, -120)),
      (30, .selectTab(index: 0)),
    ])
    #expect(bench.play(40, .list(.decelerating, -50)).isEmpty)
    #expect(bench.floor?.phase == .closed)
  }

  @Test("F2: one event never stops the image and starts it again")
  func lostLift() {
    var bench = ReportedCaseBench()
    bench.play([(0, Self.picture), (10, .list(.began, 0)), (20, .list(.moved, -160))])
    let bounce = bench.play(30, .list(.decelerating, -120))
    #expect(bounce.floorPhases == [.tip] && bench.floor?.isPlaying == true)
    // This was not a release.
    #expect(
      bench.play([(40, .list(.decelerating, -20)), (50, .list(.settled, 0))]).floorPhases
        == [.pulling, .closed])
  }

  @Test("F3 F4: an armed floor stays armed down to 146 pt (A5)", arguments: Preset.allCases)
  func hysteresis(preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    bench.send(0, .list(.began, 0))
    var phases: [FloorState.Phase] = []
    for (index, y) in [-149.7, -150.3, -149.7, -150.3, -146, -145.9, -149.7].enumerated() {
      phases += bench.send(Int64(index + 1) * 16, .list(.moved, y)).floorPhases
    }
    #expect(phases == [.tip, .armed, .tip])
  }

  @Test("F3 F5: what is armed opens; a line of its own says until where it is")
  func released() {
    var bench = FloorBench(FloorBench.experience { $0.triggerHysteresis = 20 })
    bench.send(0, .list(.began, 0))
    bench.send(16, .list(.moved, -155))
    #expect(bench.send(32, .list(.ended, -131, velocity: 0)).floorPhases == [.opening])
    #expect(bench.session.triggerLines(for: .home).fingerOffsets == [-150, -130])
  }

  @Test("F3 F13: a refresh begins short of the trigger, but not from an armed floor")
  func refreshOrFloor() {
    var bench = FloorBench(
      FloorBench.experience {
        $0.refreshDistance = 60
        $0.requiresLogin = true
      })
    bench.send(0, .list(.began, 0))
    bench.send(16, .list(.moved, -155))
    let vetoed = bench.send(32, .list(.ended, -147, velocity: 0))
    #expect(vetoed.reasons == [.loginRequired] && vetoed.refreshed == [])
    #expect(bench.pull(to: -147, at: 3_000, drag: 2).refreshed == [.home])
  }

  @Test("F10: an image whose edges are above 0 is ready", arguments: [0.5, 1e-300])
  func small(edge: Double) throws {
    var bench = ReportedCaseBench()
    bench.play(0, FloorBench.picture(edge, 0.5))
    let layout = try #require(
      bench.session.snapshot.settings.lazy
        .compactMap { if case .floorLayout(let layout) = $0.state { layout } else { nil } }.first)
    #expect(layout.isReady && layout.image.height.isFinite)
    bench.play(10, FloorBench.picture(0, 0.5))
    bench.play([(20, .list(.began, 0)), (30, .list(.moved, -50))])
    #expect(bench.floor?.isPlaying == false)
  }

  @Test("F2: a picture that is reported again changes nothing")
  func repeatedPicture() {
    var bench = ReportedCaseBench()
    bench.play(0, Self.picture)
    #expect(bench.play(10, Self.picture).isEmpty)
  }

  @Test("F16: while the closed page is held, a finger elsewhere leaves the verdict as it is")
  func otherFinger() {
    var bench = ReportedCaseBench()
    bench.play([(0, .floor(.open)), (3_500, .tick)])
    bench.play([
      (3_600, .finger(.down, on: .floorPage, y: 800)),
      (3_620, .finger(.moved, on: .floorPage, y: 500)),
    ])
    #expect(bench.play(3_640, .finger(.up, on: .floorPage, y: 300)).floorPhases == [.closing])
    #expect(bench.play(3_660, .finger(.down, on: .floorPage, y: 100, id: 2)).isEmpty)
    #expect(
      bench.play(3_680, .finger(.down, on: .floorPage, y: 790, id: 3)).floorPhases == [.open])
  }
}
