import InteractionCore
import Testing

/// A drag that has ended settles 1 s after its last sample.
///
/// All tests scroll up to 500, where the rocket fires and clears the latch, and back to 400, which
/// is below the threshold: settling restores the logo (R6), and is thereby observable.
@Suite struct DragSettleTests {
  private static let marbles = Marbles(legend: [
    "b": .list(.began, 300), "u": .list(.moved, 500), "d": .list(.moved, 400),
    "e": .list(.ended, 400, velocity: 0), "c": .list(.decelerating, 410),
    "C": .list(.decelerating, 510), "s": .list(.settled, 400), "x": .list(.cancelled, 400),
    "B": .list(.began, 400, drag: 2),
    "h": .held([]), "k": .held([HeldDrag(source: .home, drag: 1)]),
    "2": .tapTab(index: 2), "1": .tapTab(index: 0), "z": .background, "f": .foreground,
  ])

  @Test("S3 R6: settled 1 s after `ended`, if nothing more is heard")
  func afterEnded() throws {
    try Self.marbles.expect(
      events: "b-u-d-e---------t",
      sent: "  --R",
      due: "   ----------------L")
  }

  @Test("S3 S5: a tick that comes before the deadline changes nothing")
  func tickBefore() throws {
    try Self.marbles.expect(
      events: "b-u-d-e--------t",
      sent: "  --R")
  }

  @Test("S3 S5: a tick that comes after it finds what happened at the deadline's own time")
  func tickAfter() throws {
    try Self.marbles.expect(
      events: "b-u-d-e------------------t",
      sent: "  --R",
      due: "   ----------------L")
  }

  @Test("S3: every sample on the way puts it off")
  func putOff() throws {
    try Self.marbles.expect(
      events: "b-u-d-e-----c--------c---------t",
      sent: "  --R",
      due: "   -------------------------------L")
  }

  @Test("S3 S5: a sample at the very deadline comes after it, and starts another second")
  func sampleAtTheDeadline() throws {
    try Self.marbles.expect(
      events: "b-u-d-e---------C---------t",
      sent: "  --R",
      due: "   ----------------L---------R")
  }

  @Test(
    "S3: `settled` and `cancelled` come first and leave nothing to wait for",
    arguments: ["s", "x"])
  func reported(end: String) throws {
    try Self.marbles.expect(
      events: "b-u-d-e---\(end)---------------t",
      sent: "  --R-------L")
  }

  @Test("S3: a new drag ends the old one at once")
  func newDrag() throws {
    try Self.marbles.expect(
      events: "b-u-d-e---B-----------------t",
      sent: "  --R-------L")
  }

  @Test("S3: a finger may rest for a minute: a drag has no deadline")
  func restingFinger() throws {
    let minute = String(repeating: "-", count: 600)
    let session = try Self.marbles.expect(
      events: "b-u-d\(minute)t",
      sent: "  --R")
    #expect(session.nextDeadline == nil)
    #expect(session.heldDrags == [HeldDrag(source: .home, drag: 1)])
  }

  @Test("S3 S8: a heartbeat that does not name the drag ends it; one that does leaves it")
  func heartbeat() throws {
    try Self.marbles.expect(
      events: "b-u-d---k---h---t",
      sent: "  --R---------L")
  }

  @Test("S3: a finger that moves on after a lost heartbeat starts the drag again")
  func heartbeatLost() throws {
    try Self.marbles.expect(
      events: "b-u-d-h-d-u-e---------t",
      sent: "  --R---L---R",
      due: "   ----------------------L")
  }

  @Test("S3 R9: a tab switch ends the drag; what it left is caught up with on return")
  func tabSwitch() throws {
    try Self.marbles.expect(
      events: "b-u-d-2---------------1",
      sent: "  --R---(Ls)---------------s")
  }

  @Test("S3: going to the background ends the drag")
  func background() throws {
    try Self.marbles.expect(
      events: "b-u-d-z---------------f",
      sent: "  --R---L---------------S")
  }

  @Test("S3 R9 S8: what a list reports after a tab switch cut its drag off is not lost")
  func cutOff() throws {
    try Self.marbles.expect(
      events: "b-d-e-2-C-------------1",
      sent: "  ------s---------------(sR)")
  }

  @Test("S3 R6: literal settles, too, but corrects nothing")
  func literal() throws {
    var marbles = Self.marbles
    marbles.experience = .literalHome
    let session = try marbles.expect(
      events: "b-u-d-e---------t",
      sent: "  --R")
    #expect(session.nextDeadline == nil)
  }
}
