import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import InteractionWire
import Testing

@testable import InteractionWhatIf

@Suite("SessionComparison")
struct SessionComparisonTests {
  private static let home = "home-refined"

  /// Returns a version of the home screen with another threshold.
  static func version(threshold: Double) throws -> Experience {
    var definition = try #require(BuiltInExperiences.definitions.first { $0.name == home })
    definition.toggles[0].threshold = threshold
    return try Experience(definition)
  }

  /// Returns generated sessions, recorded with the built-in version.
  static func sessions(_ seeds: Range<UInt64>) throws -> [Trace] {
    let experience = try #require(try BuiltInExperiences.named(home))
    return seeds.map { seed in
      var generator = SessionGenerator(seed: seed)
      return generator.trace(experience: home).recorded(with: experience)
    }
  }

  private func compare(_ trace: Trace, with new: Experience) throws -> SessionComparison {
    try SessionComparison(
      trace, old: try KnownVersions().version(of: trace), new: new, isVerified: true)
  }

  @Test(
    "a version against itself changes nothing, in any bundled trace",
    arguments: BundledTrace.allCases)
  func itself(_ bundled: BundledTrace) throws {
    let trace = try bundled.trace
    let comparison = try self.compare(trace, with: KnownVersions().version(of: trace))
    #expect(comparison.difference == nil && comparison.end == nil)
    #expect(comparison.exact.events == trace.steps.count)
    #expect(comparison.exact.old == comparison.exact.new)
    #expect(comparison.exact.old[.directives].map(Int.init) == trace.directives.count)
  }

  /// A drag to 500 pt in steps of 10 pt, 16 ms apart.
  static func drag(to end: Double, every step: TimeSpan = .milliseconds(16)) -> Trace {
    let header = Trace.Header(experience: home, surface: .phone)
    var time = Instant.zero
    func event(_ phase: Scroll.Phase, _ y: Double) -> InteractionEvent {
      time = time + step
      return InteractionEvent(
        time: time, kind: .scroll(Scroll(source: SourceID("home"), drag: 1, phase: phase, y: y)))
    }
    let began = event(.began, 0)
    let moves = stride(from: 10.0, through: end, by: 10).map { event(.moved, $0) }
    return Trace(
      header: header, events: [began] + moves + [event(.cancelled, end)])
  }

  private func recorded(_ trace: Trace) throws -> Trace {
    trace.recorded(with: try #require(try BuiltInExperiences.named(Self.home)))
  }

  @Test("a lower threshold: the rocket comes earlier, exactly; the recorded one is after it")
  func earlier() throws {
    let trace = try self.recorded(Self.drag(to: 500))
    let comparison = try self.compare(trace, with: Self.version(threshold: 300))
    let difference = try #require(comparison.difference)
    #expect(difference.text.hasPrefix("after scroll home moved: + "), "\(difference.text)")
    #expect(comparison.exact.old[.rockets] == nil && comparison.exact.new[.rockets] == 1)
    #expect(comparison.assumed.old[.rockets] == 1 && comparison.assumed.new[.rockets] == nil)
    #expect(comparison.end == nil && comparison.unknownEvents == 0)
    // The event that crosses 300 pt is the last of the exact part.
    #expect(comparison.exact.events == 32)
    let (first, later) = (comparison.exact.new[.firstRocket], comparison.assumed.old[.firstRocket])
    #expect(try #require(first) < (try #require(later)))
  }

  @Test("a new line between two samples with a pause: the rest is unknown")
  func skipped() throws {
    var trace = Self.drag(to: 500)
    // The client skipped the samples from 250 to 350 pt, between the lines of its version.
    trace.steps.removeAll { step in
      guard case .scroll(let scroll) = step.event.kind else { return false }
      return (250 ... 350).contains(scroll.y)
    }
    let comparison = try self.compare(
      try self.recorded(Trace(header: trace.header, events: trace.events)),
      with: Self.version(threshold: 300))
    #expect(comparison.end == .skippedSamples && comparison.difference == nil)
    #expect(comparison.exact.events == 25 && comparison.unknownEvents == 16)
    // Without a line in the gap, nothing is unknown.
    let other = try self.compare(
      try self.recorded(Trace(header: trace.header, events: trace.events)),
      with: Self.version(threshold: 400))
    #expect(other.end == nil && other.difference != nil)
  }

  @Test("a recording of another engine is refused")
  func otherEngine() throws {
    var trace = try self.recorded(Self.drag(to: 500))
    let index = try #require(trace.steps.firstIndex { !$0.directives.isEmpty })
    trace.steps[index].directives[0].effects.append(.haptic(.light))
    #expect(throws: UnusableRecording.engineDiffers) {
      try self.compare(trace, with: Self.version(threshold: 300))
    }
  }

  @Test("an answer to what only the recorded version showed ends the comparison")
  func answer() throws {
    var trace = try self.recorded(Self.drag(to: 500))
    let time = try #require(trace.events.last?.time) + .seconds(1)
    let rocket = try #require(trace.directives.last)
    let ended = InteractionEvent(
      time: time, kind: .animationEnded(directive: rocket.sequence, outcome: .finished))
    trace = try self.recorded(Trace(header: trace.header, events: trace.events + [ended]))
    let never = try self.compare(trace, with: Self.version(threshold: 2_000))
    #expect(never.end == .answer("animation_ended") && never.unknownEvents == 1)
    // Both show the rocket again: the animation may have ended in both.
    let both = try self.compare(trace, with: Self.version(threshold: 300))
    #expect(both.end == nil && both.difference != nil)
  }

  @Test("both parts add up to what each version decides on its own", arguments: 0 ..< UInt64(40))
  func sums(seed: UInt64) throws {
    let trace = try #require(try Self.sessions(seed ..< seed + 1).first)
    let new = try Self.version(threshold: 400)
    let comparison = try self.compare(trace, with: new)
    let played = comparison.exact.events + comparison.assumed.events
    #expect(played + comparison.unknownEvents == trace.steps.count)
    var cut = trace
    cut.steps.removeLast(comparison.unknownEvents)
    func count(_ experience: Experience) -> Int {
      cut.recorded(with: experience).directives.count
    }
    func total(_ values: KeyPath<SessionComparison.Part, FigureValues>) -> Int {
      [comparison.exact, comparison.assumed].reduce(0) {
        $0 + Int($1[keyPath: values][.directives] ?? 0)
      }
    }
    #expect(total(\.old) == count(try KnownVersions().version(of: trace)))
    #expect(total(\.new) == count(new))
  }

  @Test("figures as recorded equal those of a replay", arguments: 0 ..< UInt64(10))
  func recordedFigures(seed: UInt64) throws {
    let trace = try #require(try Self.sessions(seed ..< seed + 1).first)
    let version = try KnownVersions().version(of: trace)
    let comparison = try self.compare(trace, with: version)
    #expect(trace.recordedFigures(of: version) == comparison.exact.old)
  }

  @Test("sums of times that no session can have saturate")
  func saturation() {
    var values: FigureValues = [.firstRocket: .max - 1, .rockets: 1]
    values.add([.firstRocket: 1 << 54, .rockets: 2])
    #expect(values == [.firstRocket: .max, .rockets: 3])
  }
}
