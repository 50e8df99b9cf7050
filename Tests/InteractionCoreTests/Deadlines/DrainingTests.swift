import InteractionCore
import Testing

/// Several due deadlines are processed in order, each at its own time, before the next event.
@Suite struct DrainingTests {
  /// The home screen with a second toggle on the feed, which is always visible, and a tab that
  /// waits 3.5 s for a login.
  private static let marbles: Marbles = {
    var experience = Experience.refinedHome
    experience.sources[1].tab = nil
    experience.tabBar.items[4].requiresLogin = true
    experience.tabBar.gateTimeout = .milliseconds(3_500)
    experience.toggles.append(ToggleDefinition(id: "back_to_top", source: .feed))
    return Marbles(
      experience: experience,
      legend: [
        // Home: above the threshold, back and released; the logo is due 1 s later.
        "b": .list(.began, 300), "u": .list(.moved, 500), "d": .list(.moved, 400),
        "e": .list(.ended, 400, velocity: 0), "B": .list(.began, 500, drag: 2),
        // The same on the feed.
        "g": .list(.began, 300, source: .feed), "h": .list(.moved, 500, source: .feed),
        "i": .list(.moved, 400, source: .feed),
        "j": .list(.ended, 400, velocity: 0, source: .feed),
        // Due 3.5 s later.
        "o": .tapTab(index: 4),
      ])
  }()

  @Test("S5: one tick drains all that is due, in the order of time")
  func inOrderOfTime() throws {
    try Self.marbles.expect(
      events: "budeg(ho)ij-- ---------- ---------- ---------- -----t",
      sent: "  -R---(U?)",
      due: "   ---   ------- ---L---D-- ---------- ---------- (g!)")
  }

  @Test("S5: they are drained before the event that comes next, whatever it is")
  func beforeTheEvent() throws {
    try Self.marbles.expect(
      events: "budeg(ho)ij-- ---------- ---------- ---------- -----B",
      sent: "  -R---(U?)---- ---------- ---------- ---------- -----R",
      due: "   ---   ------- ---L---D-- ---------- ---------- (g!)")
  }

  @Test("S5: of deadlines at one time lists come first, in the experience's order, then the gate")
  func ties() throws {
    try Self.marbles.expect(
      events: "--(bg)o------ ---------- ----(uh)(di)(je)--- ---------- t",
      sent: "  --  - ?------ ---------- ----(RU)",
      due: "   --  - ------- ---------- ----  -   -   - --- ------(LD)-(g!)")
    try Self.marbles.expect(
      events: "b-o--------- ---------- ---ude-- ---------- t",
      sent: "  --?--------- ---------- ---R",
      due: "   ------------ ---------- -------- -------(Lg!)")
  }

  @Test("S5 D1: each says which deadline it was, and its time")
  func causes() throws {
    let (_, directives) = try Self.marbles.play(
      "budeg(ho)ij-- ---------- ---------- ---------- -----t")
    #expect(directives.map(\.sequence) == (1 ... UInt64(directives.count)).map { $0 })
    let due = directives.compactMap { directive -> (String, Instant)? in
      guard case .deadline(let name) = directive.cause else { return nil }
      return (name, directive.at)
    }
    #expect(due.map(\.0) == ["settle/home", "settle/feed", "gate", "gate"])
    let times = [1_300, 1_700, 4_000, 4_000] as [Int64]
    #expect(due.map(\.1) == times.map { .milliseconds($0) })
  }

  @Test("S5: the earliest deadline is the one that the next tick has to meet")
  func nextDeadline() throws {
    let events = "budeg(ho)ij"
    var (session, _) = try Self.marbles.play(events)
    for due in [1_300, 1_700, 4_000] as [Int64] {
      #expect(session.nextDeadline == .milliseconds(due))
      let early = Instant(microseconds: due * 1_000 - 1)
      #expect(session.handle(InteractionEvent(time: early, kind: .tick)) == [])
      #expect(session.nextDeadline == .milliseconds(due))
      #expect(session.handle(.at(due, .tick)) != [])
    }
    #expect(session.nextDeadline == nil)
  }

  @Test("S5: however the ticks fall, what is due comes at the same times in the same order")
  func independentOfTicks() throws {
    func due(_ ticks: String) throws -> [Directive] {
      try Self.marbles.play("budeg(ho)ij\(ticks)").directives
    }
    let once = try due("---------- ---------- ---------- -----t")
    let always = try due("tttttttttt tttttttttt tttttttttt tttttt")
    #expect(once == always)
  }
}
