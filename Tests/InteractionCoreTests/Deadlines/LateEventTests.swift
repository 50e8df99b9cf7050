import InteractionCore
import Testing

/// Events with times before, or far after, session time.
@Suite struct LateEventTests {
  private static let second: Int64 = 1_000_000
  private static let now = Instant(microseconds: 100 * second)

  /// Scroll samples are checked separately from other events, so both are tested.
  static let kinds: [InteractionEvent.Kind] = [
    .tick, .list(.moved, 500), .list(.began, 10, drag: 9),
  ]

  @Test(
    "S6: up to 10 s late is applied, at session time, and counted",
    arguments: [1, second, 10 * second], kinds)
  func accepted(lateness: Int64, kind: InteractionEvent.Kind) {
    var session = Self.session()
    let event = InteractionEvent(
      time: Instant(microseconds: 100 * Self.second - lateness), kind: kind)
    #expect(session.violations(in: event) == [])
    let directives = session.handle(event)
    #expect(session.lateEvents == 1)
    #expect(session.now == Self.now)
    #expect(directives.allSatisfy { $0.at == Self.now })
    // The `moved` sample crosses the threshold, so it was applied.
    #expect((directives != []) == (kind == .list(.moved, 500)))
  }

  @Test(
    "S6: older than that is refused and changes nothing, by the field `time_us`",
    arguments: [10 * second + 1, 99 * second, 100_000 * second], kinds)
  func tooLate(lateness: Int64, kind: InteractionEvent.Kind) {
    var session = Self.session()
    let before = session
    let event = InteractionEvent(
      time: Instant(microseconds: 100 * Self.second - lateness), kind: kind)
    #expect(session.violations(in: event).map(\.field) == ["time_us"])
    #expect(session.handle(event) == [])
    #expect(session == before)
  }

  @Test(
    "S6: up to 24 h ahead is applied, more is refused and changes nothing",
    arguments: [(86_400 * second, true), (86_400 * second + 1, false)], kinds)
  func ahead(haste: (span: Int64, isAccepted: Bool), kind: InteractionEvent.Kind) {
    var session = Self.session()
    let before = session
    let time = Instant(microseconds: 100 * Self.second + haste.span)
    let event = InteractionEvent(time: time, kind: kind)
    #expect(session.violations(in: event).isEmpty == haste.isAccepted)
    _ = session.handle(event)
    #expect(session.now == (haste.isAccepted ? time : Self.now))
    #expect((session == before) == !haste.isAccepted)
    #expect(session.lateEvents == 0)
  }

  @Test(
    "S5: the first event sets the clock, wherever it stands",
    arguments: [0, -5 * second, 86_400 * 365 * second])
  func firstEvent(time: Int64) {
    var session = Session(experience: .refinedHome, surface: .phone)
    let event = InteractionEvent(time: Instant(microseconds: time), kind: .tick)
    #expect(session.violations(in: event) == [])
    _ = session.handle(event)
    #expect(session.now == Instant(microseconds: time))
    #expect(session.lateEvents == 0)
  }

  @Test("S6 S3: a late `ended` is settled 1 s after session time, not after its own")
  func deadlineOfALateEvent() {
    var session = Self.session()
    _ = session.handle(
      InteractionEvent(
        time: Instant(microseconds: 95 * Self.second), kind: .list(.ended, 400, velocity: 0)))
    #expect(session.nextDeadline == Instant(microseconds: 101 * Self.second))
  }

  @Test("S6 S5: a late tick drains nothing that is not due yet")
  func lateTick() {
    var session = Self.session()
    _ = session.handle(InteractionEvent(time: Self.now, kind: .list(.ended, 400, velocity: 0)))
    let deadline = session.nextDeadline
    _ = session.handle(InteractionEvent(time: Instant(microseconds: 99 * Self.second), kind: .tick))
    #expect(session.nextDeadline == deadline)
    #expect(session.lateEvents == 1)
  }

  /// Returns a session at 100 s, with a drag of the home list at 400.
  private static func session() -> Session {
    var session = Session(experience: .refinedHome, surface: .phone)
    _ = session.handle(InteractionEvent(time: Self.now, kind: .list(.began, 400)))
    return session
  }
}
