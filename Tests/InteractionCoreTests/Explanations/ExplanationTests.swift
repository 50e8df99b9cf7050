import InteractionCore
import Testing

/// `explain` agrees with `handle`, and has a finding for every event.
@Suite struct ExplanationTests {
  private static func sample(_ y: Double, _ phase: Scroll.Phase = .moved) -> InteractionEvent.Kind {
    .scroll(Scroll(source: .home, drag: 1, phase: phase, x: 0, y: y))
  }

  /// Returns the findings about the last of `kinds`, which are 100 ms apart unless told otherwise.
  private static func findings(
    after kinds: [InteractionEvent.Kind], in experience: Experience = .refinedHome,
    every step: Int64 = 100
  ) -> [String] {
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    var found: [Finding] = []
    for (index, kind) in kinds.enumerated() {
      let event = InteractionEvent(
        sequence: UInt64(index + 1), time: .zero + .milliseconds(step * Int64(index)), kind: kind)
      found = session.explain(event).findings
    }
    return found.map {
      ($0.deadline.map { "[\($0)] " } ?? "") + "\($0.rule) \($0.subject): \($0.text)"
    }
  }

  @Test("R3: 350 pt under a line of 456")
  func underTheLine() {
    #expect(
      Self.findings(after: [Self.sample(0, .began), Self.sample(350)]) == [
        "S3 list home: the finger moves it to 350 pt",
        "F2 floor: 350 pt is not a pull: stays closed",
        "R3 toggle rocket: from 0 to 350 pt does not cross 456 pt",
      ])
    #expect(
      Self.findings(after: [Self.sample(0, .began), Self.sample(350)], in: .literalHome).last
        == "R3 toggle rocket: 350 pt, dragged from 0 pt, is not above 456 pt")
  }

  @Test("R1, R2, R4, R6, R9, S4: what else a toggle finds")
  func toggle() {
    let past = [Self.sample(0, .began), Self.sample(470)]
    #expect(Self.findings(after: past).last == "R1 toggle rocket: 470 pt: rocket replaces logo")
    #expect(
      Self.findings(after: past + [Self.sample(300)]).last
        == "R2 toggle rocket: 300 pt: the latch is not set; it has fired in this drag, or no drag"
        + " has begun")
    #expect(
      Self.findings(after: [Self.sample(0, .began), Self.sample(-20)]).last
        == "S4 toggle rocket: -20 pt is overscroll; toggles ignore it")
    #expect(
      Self.findings(after: past + [Self.sample(470, .settled)]).last
        == "R6 toggle rocket: 470 pt selects rocket, which is already shown")
    #expect(
      Self.findings(after: [.selectTab(index: 1)] + past).last
        == "R9 toggle rocket: not visible; it switches when it becomes visible")
    #expect(
      Self.findings(after: [.orderToggle(id: "rocket", look: .below)])
        == ["R4 toggle rocket: already shows logo"])
  }

  @Test("F3, F5, F14: how far a pull has come, and why nothing opens")
  func floor() {
    let pull = [Self.sample(0, .began), Self.sample(-110)]
    let place = "pulled 110 pt (the tip needs 100 pt, opening 150 pt)"
    #expect(
      Self.findings(after: pull) == [
        "S3 list home: the finger moves it to -110 pt", "F3 floor: \(place): closed becomes tip",
        "S4 toggle rocket: -110 pt is overscroll; toggles ignore it",
      ])
    #expect(Self.findings(after: pull + [Self.sample(-110)])[1] == "F3 floor: \(place): stays tip")
    #expect(
      Self.findings(after: [.selectTab(index: 1)] + pull)[1]
        == "F14 floor: the list is not visible")
  }

  @Test("S3, S5, S6: reports that say nothing, time that passes, time that is late")
  func session() {
    #expect(
      Self.findings(after: [Self.sample(0, .began), Self.sample(0, .ended), Self.sample(9)])
        == ["S3 list home: moved of drag 1 is ignored; the drag has ended"])
    #expect(
      Self.findings(after: [.tick])
        == ["S5 session: no deadline has passed; the next deadline: none"])
    #expect(
      Self.findings(after: [.tick, .background], every: -1000) == [
        "S6 session: the event is 1000000 µs before session time; it is applied at session time",
        "S3 session: is in the background; drags have ended",
      ])
  }

  @Test("F1, T4, T5, T9: taps that select, and those that do not")
  func tabs() {
    #expect(Self.findings(after: [.tapTab(index: 2)]).first == "T5 tab 2: is selected by user")
    #expect(
      Self.findings(after: [.floor(.open), .tapTab(index: 2)])
        == ["F1 floor: covers the bar; the bar ignores taps"])
    #expect(
      Self.findings(after: [.tapTab(index: 1)] + [.tapTab(index: 1)]).first
        == "T17 tab 1: is already selected: scroll_to_top, unless a toggle returns")
    let far = Pointer(id: 1, phase: .up, target: .tab(2), position: Point(x: 187, y: 300))
    let down = Pointer(id: 1, phase: .down, target: .tab(2), position: Point(x: 187, y: 750))
    #expect(
      Self.findings(after: [.pointer(down), .pointer(far)])
        == ["T9 tab 2: finger 1 lifts at (187, 300) pt, more than 10 pt outside; no tap"])
  }

  @Test("explaining changes no decision, and every event is explained", arguments: 0 ..< 4)
  func agrees(part: Int) throws {
    for seed in UInt64(part * 50) ..< UInt64(part * 50 + 50) {
      var client = FaultySurfaceClient(seed: seed)
      var session = Session(
        experience: seed % 2 == 0 ? .refinedHome : .literalHome, surface: .phone)
      var explained = session
      var newest: [UInt64] = []
      for number in 1 ... 120 {
        var event = client.next(after: newest)
        event.sequence = UInt64(number)
        try #require(session.violations(in: event) == [])
        let directives = session.handle(event)
        let (same, findings) = explained.explain(event)
        try #require(same == directives, "seed \(seed): \(event)")
        try #require(explained == session, "seed \(seed): \(event)")
        try #require(findings.contains { $0.deadline == nil }, "seed \(seed): \(event)")
        newest = directives.suffix(2).map(\.sequence)
      }
    }
  }
}
