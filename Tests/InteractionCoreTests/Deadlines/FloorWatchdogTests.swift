import InteractionCore
import Testing

/// The end of the second floor's choreographies: on the client's report, or by a watchdog 2 s after
/// the planned end.
///
/// All tests pull past the tip distance and the trigger and release, so that directive 3 opens.
@Suite struct FloorWatchdogTests {
  private static let marbles = Marbles(legend: [
    "b": .list(.began, 0), "p": .list(.moved, -120), "a": .list(.moved, -160),
    "e": .list(.ended, -160, velocity: 0), "s": .list(.settled, 0),
    "f": .animationEnded(directive: 3, outcome: .finished),
    "x": .animationEnded(directive: 3, outcome: .cancelled),
    "w": .animationEnded(directive: 2, outcome: .finished),
    "k": .floor(.close), "o": .floor(.open), "z": .background,
  ])

  @Test("F7: the opening counts as over 1.5 s + 2 s after its start")
  func openingWatchdog() throws {
    let session = try Self.marbles.expect(
      events: "b-p-a-e--- ---------- ---------- ---------- -t",
      sent: "  --T-a-O",
      due: "   ---------- ---------- ---------- ---------- -o")
    #expect(session.nextDeadline == nil)
  }

  @Test("F7 S5: a tick just before that leaves it opening")
  func justBefore() throws {
    let session = try Self.marbles.expect(
      events: "b-p-a-e--- ---------- ---------- ---------- t",
      sent: "  --T-a-O")
    #expect(session.nextDeadline == .milliseconds(4_100))
  }

  @Test("F7: the client's word ends it, finished or cancelled", arguments: ["f", "x"])
  func reported(end: String) throws {
    let session = try Self.marbles.expect(
      events: "b-p-a-e--- ---------- -\(end)",
      sent: "  --T-a-O--- ---------- -o")
    #expect(session.nextDeadline == nil)
  }

  @Test("F7: another animation's end says nothing about it")
  func otherAnimation() throws {
    try Self.marbles.expect(
      events: "b-p-a-e--- --w------- ---------- ---------- -t",
      sent: "  --T-a-O",
      due: "   ---------- ---------- ---------- ---------- -o")
  }

  @Test("F7 F8: the list that bounces back meanwhile disturbs nothing")
  func bounce() throws {
    try Self.marbles.expect(
      events: "b-p-a-e--s ---------- ---------- ---------- -t",
      sent: "  --T-a-O",
      due: "   ---------- ---------- ---------- ---------- -o")
  }

  @Test("F7 F8: closing counts as over 0.5 s + 2 s after its start")
  func closingWatchdog() throws {
    try Self.marbles.expect(
      events: "b-p-a-e--- ---------- -f---k---- ---------- ---------- t",
      sent: "  --T-a-O--- ---------- -o---C",
      due: "   ---------- ---------- ---------- ---------- ---------- c")
  }

  @Test("F8 F7: a close during the opening runs when the watchdog ends it, and ends by its own")
  func rememberedClose() throws {
    try Self.marbles.expect(
      events: "b-p-a-e--- k--------- ---------- ---------- ---------- ---------- ------t",
      sent: "  --T-a-O",
      due: "   ---------- ---------- ---------- ---------- -(oC)-------- ---------- ------c")
  }

  @Test("F8: nothing opens while it opens or closes, and only after `closed` again")
  func noReentrancy() throws {
    try Self.marbles.expect(
      events: "b-p-a-e-o- ---------- -f-o-k-o-- ---------- ---------- -o",
      sent: "  --T-a-O-!- ---------- -o-!-C-!-- ---------- ---------- -O",
      due: "   ---------- ---------- ---------- ---------- ---------- c")
  }

  @Test("F7 S3: the background ends it at once")
  func background() throws {
    let session = try Self.marbles.expect(
      events: "b-p-a-e--z",
      sent: "  --T-a-O--o")
    #expect(session.nextDeadline == nil)
  }

  @Test(
    "F7: literal restores 1.0 s after the bar's fade, whatever the client says",
    arguments: ["f", "x", "-"])
  func literalFixedRestore(report: String) throws {
    var marbles = Self.marbles
    marbles.experience = .literalHome
    // The first sample below the start triggers the logo by R4, independent of the floor.
    try marbles.expect(
      events: "b-p-a-e--- \(report)---------- t",
      sent: "  --(TL)-a-O",
      due: "   ---------- ----------- o")
  }

  @Test("F7 D4: with reduced motion only the 2 s remain")
  func reducedMotion() throws {
    var marbles = Self.marbles
    marbles.surface.reducedMotion = true
    try marbles.expect(
      events: "b-p-a-e--- ---------- ------t",
      sent: "  --T-a-O",
      due: "   ---------- ---------- ------o")
  }
}
