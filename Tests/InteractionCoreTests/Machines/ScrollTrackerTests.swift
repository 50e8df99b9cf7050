import InteractionCore
import Testing

@Suite struct ScrollTrackerTests {
  typealias Step = ScrollTracker.Step

  static let tables = [ScrollTrackerTables.whileNoDragRuns, ScrollTrackerTables.whileADragRuns]

  @Test("S3 S8: every report in every phase", arguments: tables.flatMap(\.pairs))
  func report(pair: TransitionTable.Pair) throws {
    let before = try #require(Self.phases.first { $0.name == pair.phase }).tracker
    let scroll = try #require(Self.reports.first { $0.name == pair.input }).scroll
    var tracker = before
    let steps = tracker.report(scroll, at: .seconds(10))
    if pair.expected == "." {
      #expect(steps == [])
      #expect(tracker == before)
    } else {
      let names = steps.map { StepName($0).rawValue }.joined(separator: ", ")
      #expect("\(Self.name(tracker.phase)): \(names)" == pair.expected)
      #expect(tracker.y == 700)
    }
  }

  @Test("S3: the tables leave no pair out")
  func coverage() {
    let reports = Self.reports.map(\.name)
    ScrollTrackerTables.whileNoDragRuns.expectCovers(inputs: reports, phases: ["resting", "jump"])
    ScrollTrackerTables.whileADragRuns.expectCovers(inputs: reports, phases: ["drag 5", "coast 5"])
    // An exhaustive switch over the phases.
    let kinds = Self.phases.map { entry in
      switch entry.tracker.phase {
      case .resting: 0
      case .dragging: 1
      case .decelerating: 2
      case .programmatic: 3
      }
    }
    #expect(kinds == [0, 1, 2, 3])
  }

  @Test("S3: a new drag, a tab switch and the background end what runs")
  func interruption() {
    let steps: [Step?] = [nil, .cancelled, .cancelled, .programmaticEnded]
    for (entry, step) in zip(Self.phases, steps) {
      var tracker = entry.tracker
      #expect(tracker.interrupt() == step)
      #expect(tracker.phase == .resting)
      #expect(tracker.newest == 5)
    }
  }

  @Test("S3 R8: deadlines end what coasts or is moved, and nothing else")
  func expiry() {
    let steps: [Step?] = [nil, nil, .settled, .programmaticEnded]
    for (entry, step) in zip(Self.phases, steps) {
      var tracker = entry.tracker
      #expect((tracker.deadline != nil) == (step != nil))
      #expect(tracker.expire() == step)
      #expect(tracker.phase == (step == nil ? entry.tracker.phase : .resting))
    }
  }

  @Test("S3: a heartbeat that does not name the drag ends it, until the next `moved` of it")
  func heartbeat() {
    var tracker = Self.phases[1].tracker
    #expect(tracker.release() == .cancelled)
    #expect(tracker.phase == .resting)
    let moved = Scroll(source: .home, drag: 5, phase: .moved, y: 7)
    let steps = tracker.report(moved, at: .seconds(10))
    #expect(steps == [.resumed])
    #expect(tracker.phase == .dragging(drag: 5))
    for index in [0, 2, 3] {
      var other = Self.phases[index].tracker
      #expect(other.release() == nil)
      #expect(other == Self.phases[index].tracker)
    }
  }

  /// Reports of a drag that a heartbeat has ended, and the resulting steps.
  static let reportsAfterHeartbeat: [(Scroll.Phase, [Step])] = [
    (.began, []), (.moved, [.resumed]), (.ended, [.beganUnreported, .endedAfterRelease]),
    (.decelerating, [.beganUnreported, .endedAfterRelease]), (.settled, [.settled]),
    (.cancelled, [.cancelled]),
  ]

  @Test("S3: what was given up goes on with a `moved` alone", arguments: reportsAfterHeartbeat)
  func afterHeartbeat(phase: Scroll.Phase, steps: [Step]) {
    var tracker = Self.phases[1].tracker
    _ = tracker.release()
    let report = Scroll(source: .home, drag: 5, phase: phase, y: 7)
    #expect(tracker.report(report, at: .seconds(10)) == steps)
    var next = tracker
    let again = Scroll(source: .home, drag: 5, phase: .moved, y: 8)
    let expected: [Step] = phase == .began ? [.resumed] : phase == .moved ? [.moved] : []
    #expect(next.report(again, at: .seconds(11)) == expected)
  }

  @Test("S3: the first drag may have any number, 0 as well")
  func firstNumber() {
    for drag in [UInt32(0), 1, 7, .max] {
      var tracker = ScrollTracker()
      let began = Scroll(source: .home, drag: drag, phase: .began, y: 7)
      #expect(tracker.report(began, at: .seconds(1)) == [.began])
      #expect(tracker.report(began, at: .seconds(2)) == [])
    }
  }

  @Test("S3 S8: a programmatic move begins no drag and does not make the running one late")
  func programmaticMoveWithinDrag() {
    var session = Session(experience: .refinedHome, surface: .phone)
    _ = session.handle(.scroll(at: 0, .began, y: 300))
    _ = session.handle(.scroll(at: 10, .programmaticBegan, y: 310, drag: 0))
    _ = session.handle(.scroll(at: 20, .programmaticEnded, y: 320, drag: 0))
    let directives = session.handle(.scroll(at: 30, .moved, y: 500))
    #expect(session.heldDrags == [HeldDrag(source: .home, drag: 1)])
    #expect(directives.compactMap(\.settings.first?.aspect) == [.toggle("rocket")])
  }

  /// The phases, by name.
  static let phases: [(name: String, tracker: ScrollTracker)] = [
    ("resting", ScrollTracker(phase: .resting, y: 100, newest: 5)),
    ("drag 5", ScrollTracker(phase: .dragging(drag: 5), y: 100, newest: 5)),
    (
      "coast 5",
      ScrollTracker(phase: .decelerating(drag: 5, until: .seconds(10.5)), y: 100, newest: 5)
    ),
    ("jump", ScrollTracker(phase: .programmatic(until: .seconds(10.5)), y: 100, newest: 5)),
  ]

  /// Every scroll phase with each of the three drags, by name, at 700 pt.
  static let reports: [(name: String, scroll: Scroll)] = Scroll.Phase.allCases.flatMap { phase in
    [4, 5, 6].map { drag in
      ("\(phase) \(drag)", Scroll(source: .home, drag: drag, phase: phase, y: 700))
    }
  }

  /// Returns a phase's name, provided that it ends at the right time: 1 s after the report for
  /// deceleration (S3), 2 s for a programmatic scroll (R8).
  private static func name(_ phase: ScrollTracker.Phase) -> String {
    switch phase {
    case .resting: "resting"
    case .dragging(let drag): "drag \(drag)"
    case .decelerating(let drag, let until) where until == .seconds(11): "coast \(drag)"
    case .programmatic(let until) where until == .seconds(12): "jump"
    case .decelerating, .programmatic: "\(phase)"
    }
  }
}

extension ScrollTracker {
  /// Processes a report as a session does: first the interruption that it implies, then the report.
  mutating func report(_ scroll: Scroll, at now: Instant) -> [Step] {
    let interruption = self.isInterrupted(by: scroll) ? self.interrupt() : nil
    let steps = self.advance(scroll, at: now)
    return [interruption, steps.first, steps.second].compactMap { $0 }
  }
}
