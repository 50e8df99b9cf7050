import InteractionCore
import Testing

/// Programmatic scrolls, among them the scroll to the top after a tap on the rocket.
///
/// All tests first drag to 500 and let the list settle there, above the threshold.
@Suite struct ScrollToTopTests {
  private static let marbles = Marbles(legend: [
    "b": .list(.began, 300), "u": .list(.moved, 500), "s": .list(.settled, 500),
    "e": .list(.ended, 500, velocity: 800), "c": .list(.decelerating, 520),
    "P": .list(.programmaticBegan, 500, drag: 0), "m": .list(.programmaticMoved, 470, drag: 0),
    "M": .list(.programmaticMoved, 300, drag: 0), "E": .list(.programmaticEnded, 0, drag: 0),
    "H": .tapTab(index: 0), "B": .list(.began, 480, drag: 2),
  ])

  @Test("R6 R8 S8: a move that is not reported to its end is over 2 s after its last sample")
  func silentMove() throws {
    try Self.marbles.expect(
      events: "b-u-s-P-M--- ---------- ------t",
      sent: "  --R",
      due: "   ------------ ---------- ------L")
  }

  @Test("R6: a move that is reported to its end is over then, and nothing is left to wait for")
  func reportedMove() throws {
    let session = try Self.marbles.expect(
      events: "b-u-s-P-M-E--------------------t",
      sent: "  --R-------L")
    #expect(session.nextDeadline == nil)
  }

  @Test("R6: a move that ends in the first report has begun there, too")
  func moveInOneReport() throws {
    try Self.marbles.expect(
      events: "b-u-s-E",
      sent: "  --R---L")
  }

  @Test("R8: a tap on the rocket brings the logo and a scroll to the top; 2 s of silence end it")
  func silentReturn() throws {
    try Self.marbles.expect(
      events: "b-u-s-H--- ---------- ------t",
      sent: "  --R---(L^)",
      due: "   ---------- ---------- ------R")
  }

  @Test("R8: every sample on the way puts the end off and flips nothing back")
  func returnWithSamples() throws {
    try Self.marbles.expect(
      events: "b-u-s-H-P-m--------m ---------- ---------t",
      sent: "  --R---(L^)",
      due: "   -------------------- ---------- ---------R")
  }

  @Test("R8: the scroll that has arrived leaves the logo, and R6 agrees")
  func arrived() throws {
    let session = try Self.marbles.expect(
      events: "b-u-s-H-P-m-M-E---- ---------- ---------- t",
      sent: "  --R---(L^)")
    #expect(session.nextDeadline == nil)
  }

  @Test("R8: a second tap on the way is swallowed; after it, home is on the logo: nothing")
  func secondTap() throws {
    try Self.marbles.expect(
      events: "b-u-s-H-P-H-M-H-E-H",
      sent: "  --R---(L^)")
  }

  @Test("R8 R6: the finger that grabs the list cancels the scroll")
  func grabbed() throws {
    try Self.marbles.expect(
      events: "b-u-s-H-P-m-B------- ---------- t",
      sent: "  --R---(L^)-----R")
  }

  @Test("R8 S3: coasting that the tap cut short does not end the scroll when it settles")
  func whileCoasting() throws {
    // The list settles 1 s after the last sample, the scroll to the top times out 2 s after it.
    try Self.marbles.expect(
      events: "b-u-e-H-c--- ---------- --------t",
      sent: "  --R---(L^)",
      due: "   ------------ ---------- ------R")
  }
}
