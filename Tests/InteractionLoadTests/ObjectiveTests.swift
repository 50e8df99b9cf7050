import Testing

@testable import InteractionLoad

@Suite("Objectives")
struct ObjectiveTests {
  /// The result of a session with 1000 directives of 1 to 1000 ms.
  private static var result: LoadResult {
    var meter = LoadMeter(start: 0, warmUp: .zero)
    for millisecond in 1 ... 1_000 as ClosedRange<UInt64> {
      meter.received(directiveAfter: millisecond * 1_000_000, at: 1)
    }
    meter.recordMismatches("one", at: 1)
    meter.sent(1, late: 0, at: 1)
    meter.ended(.ok, at: 1)
    return LoadResult(meter, took: 2_000_000_000, measured: 2_000_000_000)
  }

  @Test(
    "Each measure, statistic, relation and unit is understood",
    arguments: [
      ("directive_latency:p99<5ms", false), ("directive_latency:p50 <= 0.51s", true),
      ("directive_latency:max>=999000us", true), ("directive_latency:mean<501ms", true),
      ("directive_latency:p99.9>998ms", true),
      ("generator_lag:max==0ms", true), ("mismatches==0", false), ("mismatches<=1", true),
      ("mismatches<0.2%", true), ("mismatches<0.1%", false), ("errors==0", true),
      ("directive_rate>=500", true), ("directive_rate>500", false), ("event_rate==0.5", true),
      ("sessions==0", true),
    ])
  func verdicts(text: String, isKept: Bool) throws {
    #expect(try Objective(text).verdict(on: Self.result).isMet == isKept)
  }

  @Test(
    "An objective that nothing was measured for is broken, and says so",
    arguments: [
      "directive_latency:p99<5ms", "directive_latency:max>=0us", "open_latency:mean<1s",
      "generator_lag:p50<1s", "mismatches==0", "mismatches<1%", "errors==0", "errors<=0.1%",
    ])
  func noData(text: String) throws {
    let nothing = LoadResult(
      LoadMeter(start: 0, warmUp: .zero), took: 2_000_000_000, measured: 2_000_000_000)
    let objective = try Objective(text)
    let verdict = objective.verdict(on: nothing)
    #expect(verdict.value == nil)
    #expect(!verdict.isMet)
    #expect(verdict.description == "BROKEN \(text)  (nothing was measured)")
    // Data may still arrive.
    let early = EarlyAbort([objective])
    #expect((1 ... 5).allSatisfy { _ in !early.evaluate(nothing) })
  }

  /// The result of directives of two traces and kinds: 1 ms, 10 ms and 100 ms.
  private static var parts: LoadResult {
    var meter = LoadMeter(start: 0, warmUp: .zero)
    for (time, trace, kind) in [
      (1, "a.txt", "set"), (10, "a.txt", "animate"), (100, "b:c.txt", "animate"),
    ] as [(UInt64, String, String)] {
      meter.received(
        directiveAfter: time * 1_000_000, of: DirectiveOrigin(trace: trace, kind: kind), at: 1)
    }
    return LoadResult(meter, took: 1_000_000_000, measured: 1_000_000_000)
  }

  @Test(
    "The latency of one trace or one kind of directive is that of its part",
    arguments: [
      ("directive_latency:trace=a.txt:max<11ms", true),
      ("directive_latency:trace=a.txt:max<9ms", false),
      ("directive_latency:trace=b:c.txt:p50>99ms", true),
      ("directive_latency:kind=set:max<2ms", true),
      ("directive_latency:kind=animate:p99>99ms", true),
      ("directive_latency:max<99ms", false),
    ])
  func selections(text: String, isKept: Bool) throws {
    let objective = try Objective(text)
    #expect(objective.verdict(on: Self.parts).isMet == isKept)
    try objective.check(traces: ["a.txt", "b:c.txt"])
    #expect(
      try Objective("directive_latency:kind=haptic:p50<1s").verdict(on: Self.parts).value == nil)
  }

  @Test("The parts of the latency are lines and a table, if there are several")
  func partLines() {
    let lines = Self.parts.lines
    #expect(lines.contains("  b:c.txt          max 100 ms"))
    #expect(lines.contains { $0.hasPrefix("  animate          max") })
    #expect(!Self.result.lines.contains { $0.hasPrefix("  animate") })
  }

  @Test("A trace that is not played is refused with those that are")
  func unknownTrace() throws {
    let error = #expect(throws: LoadError.self) {
      try Objective("directive_latency:trace=c:p99<1s").check(traces: ["b", "a", "a"])
    }
    #expect(error?.description.hasSuffix("trace 'c' is not played; must be one of a, b") == true)
  }

  /// A result with faults: three lost calls, two of which were resumed, after 100 and 300 ms.
  private static var harmed: LoadResult {
    var meter = LoadMeter(start: 0, warmUp: .zero)
    meter.sent(1, late: 0, at: 1)
    meter.recovery.lost = 3
    for gap in [100, 300] as [UInt64] { meter.recovery.resume(after: gap * 1_000_000, at: 5) }
    var log = LoadFaultLog()
    log.counts.cuts = 7
    var result = LoadResult(meter, took: 2_000_000_000, measured: 2_000_000_000)
    result.faultReport = LoadFaultReport(log, meter.recovery, since: 0)
    return result
  }

  @Test(
    "Gaps, lost calls and resumed sessions are those of the faults",
    arguments: [
      ("gap:max<=301ms", true), ("gap:max<299ms", false), ("gap:p50<=101ms", true),
      ("lost==3", true), ("lost>=4", false), ("resumed==2", true), ("cuts>=7", true),
    ])
  func faults(text: String, isKept: Bool) throws {
    let objective = try Objective(text)
    #expect(objective.verdict(on: Self.harmed).isMet == isKept)
    // Without faults there are no measurements of them.
    #expect(objective.verdict(on: Self.result).value == nil)
  }

  @Test("Each session that went on is in the report, up to a limit")
  func resumes() throws {
    let harm = try #require(Self.harmed.faultReport)
    #expect(harm.resumes?.map(\.gap) == [100_000, 300_000])
    #expect(harm.began ?? 0 > 0)
    var recovery = LoadRecovery()
    for _ in 0 ..< 60_000 { recovery.resume(after: 1, at: 1) }
    recovery.add(recovery)
    #expect(recovery.resumes.count == 100_000)
    #expect(recovery.resumed == 120_000)
  }

  @Test("A rate and a number of sessions may be 0, but not where no time was measured")
  func noTime() throws {
    let meter = LoadMeter(start: 0, warmUp: .zero)
    for text in ["event_rate<=0", "directive_rate==0", "sessions==0"] {
      let objective = try Objective(text)
      #expect(objective.verdict(on: LoadResult(meter, took: 1, measured: 1)).isMet)
      #expect(!objective.verdict(on: LoadResult(meter, took: 1, measured: 0)).isMet)
    }
  }

  @Test(
    "An invalid objective says why",
    arguments: [
      ("latency:p99<5ms", "unknown measure 'latency:p99'; must be one of directive_latency:p99"),
      ("directive_latency<5ms", "needs a statistic"),
      ("directive_latency:p101<5ms", "needs a statistic"),
      ("directive_latency:p99<5", "must be a time such as"),
      ("directive_latency:p99", "has no comparison"),
      ("errors<-1", "must be a number"), ("sessions<5%", "remove the %"), ("", "has no comparison"),
      ("directive_latency:p99<nanms", "must be a time such as"),
      ("directive_latency:kind=jump:p99<1s", "unknown kind 'jump'; must be one of animate, set"),
      ("directive_latency:tour:p99<1s", "'tour' must be trace=NAME or kind=NAME"),
      ("directive_latency:trace=:p99<1s", "'trace=' must be trace=NAME or kind=NAME"),
      ("open_latency:trace=a:p99<1s", "open_latency cannot be selected by trace or kind"),
    ])
  func problems(text: String, words: String) {
    let error = #expect(throws: LoadError.self) { try Objective(text) }
    #expect(error?.kind == .invalidArgument)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(
    "A load ends early by what cannot be mended, at once; by what might be, after three looks",
    arguments: [
      ("mismatches==0", 1), ("mismatches<1", 1), ("mismatches<0.01%", 3),
      ("directive_latency:p99<5ms", 3), ("mismatches==2", nil), ("mismatches<=1", nil),
      ("directive_rate>500", nil), ("sessions==9", nil), ("directive_latency:p50<2s", nil),
    ] as [(String, Int?)])
  func endsEarly(text: String, looks: Int?) throws {
    let objective = try Objective(text)
    let early = EarlyAbort([objective])
    #expect((1 ... 5).first { _ in early.evaluate(Self.result) } == looks)
    #expect(early.violatedObjective == (looks == nil ? nil : objective))
  }
}
