import InteractionCore
import Testing

/// The client holds the open page at the release offset until the verdict (rules F16, D7).
@Suite struct FloorPageHoldTests {
  private static func finger(_ phase: Pointer.Phase, _ y: Double) -> InteractionEvent.Kind {
    .finger(phase, 180, y, on: .floorPage)
  }

  /// Returns a floor that a finger has pulled up past the closing distance at 12 s.
  private static func released() -> FloorBench {
    var bench = FloorBench()
    bench.send(0, .floor(.open))
    bench.send(10_000, .tick)
    bench.send(11_000, self.finger(.down, 750))
    bench.send(12_000, self.finger(.up, 300))
    return bench
  }

  @Test("F16 D7: the open page is held, for as long as the experience says")
  func hold() {
    for (hold, expected) in [
      (TimeSpan.milliseconds(300), TimeSpan.milliseconds(300)), (.zero, nil),
    ] {
      var bench = FloorBench(FloorBench.experience { $0.hold = hold })
      bench.send(0, .floor(.open))
      #expect(bench.floor?.hold == nil)
      bench.send(10_000, .tick)
      #expect(bench.phase == .open && bench.floor?.hold == expected)
      bench.send(11_000, .floor(.close))
      #expect(bench.floor?.hold == nil)
    }
  }

  @Test("F16 D7: a client that let go first has the page back, and can close it anew")
  func expired() {
    var bench = Self.released()
    #expect(bench.phase == .closing)
    #expect(bench.send(12_450, .holdExpired(.floor)).floorPhases == [.open])
    #expect(bench.session.nextDeadline == nil)
    #expect(bench.send(12_500, .floor(.close)).floorPhases == [.closing])
  }

  @Test("F16 D7: an expiry means nothing to what no finger closes, or is over")
  func nothingHeld() {
    var ordered = FloorBench()
    ordered.send(0, .floor(.open))
    ordered.send(10_000, .tick)
    ordered.send(11_000, .floor(.close))
    #expect(ordered.send(11_100, .holdExpired(.floor)).isEmpty)
    #expect(ordered.phase == .closing)
    var over = Self.released()
    over.send(20_000, .tick)
    #expect(over.send(20_100, .holdExpired(.floor)).isEmpty)
    #expect(over.phase == .closed)
  }

  @Test("F16 D7: a finger that comes back within the hold has the page, a later one has not")
  func grabbed() {
    var soon = Self.released()
    #expect(soon.send(12_399, Self.finger(.down, 750)).floorPhases == [.open])
    #expect(soon.session.heldPointers == [1])
    #expect(soon.links?.isEmpty == false)
    var late = Self.released()
    #expect(late.send(12_400, Self.finger(.down, 750)).isEmpty)
    #expect(late.phase == .closing)
  }
}
