import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@Suite("A run of samples leads where the same samples lead as events")
struct SampleRunTests {
  private static let sources = ["home", "feed", "nowhere"]
  private static let offsets = [-120, -0.5, 0, 300, 456, 456.5, 470, 900, 2e7, .nan]
  private static let pauses: [Int64] = [0, 16_667, 16_667, 40_000, -5_000, -20_000_000, 3_000_000]

  /// Returns valid and invalid sample runs, determined by `seed`.
  private static func runs(_ seed: Int) -> [ScrollSamples] {
    var number = seed
    func next(_ count: Int) -> Int {
      number = (number * 75 + 74) % 65_537
      return number % count
    }
    var time: Int64 = 0
    return (0 ..< 30).map { index in
      let phases: [Scroll.Phase] = [.moved, .moved, .decelerating, .programmaticMoved]
      var run = ScrollSamples(
        source: SourceID(Self.sources[max(next(12) - 9, 0)]), drag: UInt32(1 + index / 6),
        phase: phases[next(phases.count)])
      for _ in 0 ... next(7) {
        time = max(time + Self.pauses[next(index < 20 ? 4 : 7)], 0)
        let offset = Self.offsets[next(index < 20 ? 8 : 10)]
        run.samples.append(.init(time: Instant(microseconds: time), x: 0, y: offset))
      }
      return run
    }
  }

  @Test("whatever is in them, within limits and over them", arguments: 0 ..< 60)
  func equal(seed: Int) {
    var limits = StreamLimits()
    if seed.isMultiple(of: 3) {
      limits.eventBurst = 20
      limits.eventsPerSecond = 30
    }
    var (runs, events) = (
      StreamDriver.opened(skips: seed.isMultiple(of: 2), limits: limits),
      StreamDriver.opened(skips: seed.isMultiple(of: 2), limits: limits)
    )
    var first: UInt64 = 1
    var directives = 0
    for run in Self.runs(seed) {
      let frame = RequestFrame.samples(first: first, run)
      let (left, right) = (runs.receive(frame), events.receive(frame.listed))
      #expect(left == right)
      directives += left.reduce(0) { $0 + $1.directives.count }
      first += UInt64(run.samples.count)
      #expect(runs.pass(.milliseconds(20)) == events.pass(.milliseconds(20)))
      #expect(runs.stream.session?.state == events.stream.session?.state)
      #expect(runs.ending == events.ending)
    }
    #expect(runs.end() == events.end())
    #expect(directives > 0 || limits.eventBurst == 20)
  }

  @Test("also to a watcher, and when the samples come again")
  func repeated() {
    var (runs, events) = (StreamDriver.opened(), StreamDriver.opened())
    var first: UInt64 = 1
    for run in Self.runs(7).prefix(15) {
      let frame = RequestFrame.samples(first: first, run)
      for _ in 0 ..< 2 { #expect(runs.receive(frame) == events.receive(frame.listed)) }
      first += UInt64(run.samples.count)
    }
    let gap = RequestFrame.samples(first: first + 1, Self.runs(7)[0])
    runs.receive(gap)
    #expect(runs.ending == "SEQUENCE_GAP")
  }
}
