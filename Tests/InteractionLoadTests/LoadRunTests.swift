import Foundation
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionService
import InteractionTrace
import InteractionTransport
import InteractionWire
import Logging
import Testing

@testable import InteractionLoad

@Suite("A load against an engine")
struct LoadRunTests {
  /// Runs `body` with the port of a fresh engine.
  private func withEngine(
    sessions: Int? = nil, _ body: (Int) async throws -> Void
  ) async throws {
    var configuration = Engine.Configuration()
    if let sessions { configuration.admission.sessions = sessions }
    // A slow test machine must not count as overloaded.
    configuration.admission.lag = .seconds(3_600)
    let engine = try Engine(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await EngineHost(engine).withLoopbackListener(body)
  }

  private func script(_ bundled: BundledTrace) throws -> LoadScript {
    let trace = try bundled.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    return try LoadScript(trace, name: bundled.rawValue, experience: experience)
  }

  private func plan(_ scripts: [LoadScript], port: Int) -> LoadPlan {
    var plan = LoadPlan(
      target: LoadEndpoint(host: "127.0.0.1", port: port),
      scripts: LoadMix(scripts.map { ($0, 1) }),
      stages: [LoadStage(.seconds(3_600), 6, isStep: true)],
      name: "test-\(UUID().uuidString.prefix(8))")
    plan.pace = .window(16)
    plan.maximumStartDelay = .zero
    plan.total = 8
    plan.directiveTimeout = .seconds(600)
    plan.resumeTimeout = .seconds(600)
    plan.connections = 2
    return plan
  }

  @Test("Everything is played, timed and as recorded")
  func isAsRecorded() async throws {
    try await self.withEngine { port in
      let scripts = try [BundledTrace.tour, .tapBar, .buttonBar].map(self.script)
      let result = try await LoadRun(self.plan(scripts, port: port)).run()
      #expect(result.counts.opened == 8)
      #expect(result.counts.ended == result.counts.opened)
      #expect(result.counts.allErrors == 0, "\(result.differences)")
      #expect(result.counts.mismatches == 0, "\(result.differences)")
      #expect(result.counts.directives > 0)
      #expect(result.directives.count <= result.counts.directives)
      #expect(result.directives.count > 0)
      // Events without a schedule cannot be late.
      #expect(result.lag.count == 0)
      #expect(result.rows.reduce(0) { $0 + $1.events } == result.counts.events)
    }
  }

  @Test("Directives that differ, or are one too many, are counted and said")
  func differs() async throws {
    try await self.withEngine { port in
      let script = try self.script(.tapBar)
      var answers = script.expectedDirectives
      var wrong = answers[0].directive
      wrong.atUs += 1
      answers[0] = LoadScript.ExpectedDirective(
        directive: wrong, kind: answers[0].kind, frame: answers[0].frame)
      answers.removeLast()
      var plan = self.plan([LoadScript(script, answers: answers)], port: port)
      plan.total = 1
      let result = try await LoadRun(plan).run()
      #expect(result.counts.opened == 1)
      #expect(result.counts.mismatches == 2)
      #expect(result.differences.count == 2, "\(result.differences)")
    }
  }

  @Test("A directive that never comes is missed")
  func misses() async throws {
    try await self.withEngine { port in
      let script = try self.script(.tapBar)
      let answers = script.expectedDirectives + script.expectedDirectives.suffix(1)
      var plan = self.plan([LoadScript(script, answers: answers)], port: port)
      plan.total = 1
      plan.directiveTimeout = .seconds(1)
      let result = try await LoadRun(plan).run()
      #expect(result.counts.mismatches > 0)
      #expect(result.differences.contains { $0.contains("are missing") })
    }
  }

  @Test("Sessions whose connections are cut and stand still come back, and miss nothing")
  func comesBack() async throws {
    try await self.withEngine { port in
      let scripts = try [BundledTrace.tour, .tapBar].map(self.script)
      var plan = self.plan(scripts, port: port)
      plan.pace = .times(4)
      var faults = LoadFaults()
      faults.cutInterval = .milliseconds(300)
      faults.stallInterval = .milliseconds(200)
      faults.stallDuration = .milliseconds(50)
      plan.faults = faults
      let result = try await LoadRun(plan).run()
      #expect(result.counts.opened == 8)
      #expect(result.counts.ended == 8)
      #expect(result.counts.allErrors == 0, "\(result.differences)")
      #expect(result.counts.mismatches == 0, "\(result.differences)")
      let harm = try #require(result.faultReport)
      #expect(harm.faults.cuts > 0 && harm.faults.stalls > 0)
      #expect(harm.lost > 0 && harm.resumed > 0)
    }
  }

  @Test("A load ends early when a directive was wrong that may not be")
  func endsEarly() async throws {
    try await self.withEngine { port in
      let script = try self.script(.tapBar)
      var plan = self.plan([LoadScript(script, answers: [])], port: port)
      plan.total = nil
      plan.objectives = [try Objective("mismatches==0")]
      let result = try await LoadRun(plan).run()
      #expect(result.counts.mismatches > 0)
      #expect(result.end == .objectiveViolated(plan.objectives[0]))
      #expect(result.lines.contains { $0.contains("mismatches==0 is broken") })
    }
  }

  @Test("Of a total each session is played to its end, though its time is over")
  func totalIsPlayed() async throws {
    try await self.withEngine { port in
      let script = try self.script(.tapBar)
      var plan = self.plan([script], port: port)
      // Long enough for a busy machine to begin all three, and shorter than their duration.
      plan.pace = .times(4)
      plan.stages = [LoadStage(.seconds(1), 3, isStep: true)]
      #expect(script.duration > .seconds(4))
      plan.total = 3
      let result = try await LoadRun(plan).run()
      #expect(result.counts.ended == 3)
      #expect(result.counts.events == 3 * script.events)
      #expect(result.counts.directives == 3 * script.expectedDirectives.count)
      #expect(result.lag.count == result.counts.frames)
      #expect(result.end == .planned)
      // Two at a time, until all eight have begun.
      plan.pace = .times(20)
      plan.stages = [LoadStage(.milliseconds(1), 2, isStep: true)]
      plan.isTimed = false
      plan.total = 8
      plan.name += "-again"
      #expect(try await LoadRun(plan).run().counts.events == 8 * script.events)
    }
  }

  @Test("A load that is cancelled says what was measured until then")
  func interruption() async throws {
    try await self.withEngine { port in
      var plan = self.plan([try self.script(.tour)], port: port)
      plan.total = nil
      plan.pace = .times(1)
      let (seconds, continuation) = AsyncStream.makeStream(of: Void.self)
      let load = Task { [plan] in
        try await LoadRun(plan).run { if $0.row.events > 0 { continuation.yield() } }
      }
      _ = await seconds.first { _ in true }
      load.cancel()
      let result = try await load.value
      #expect(result.end == .cancelled)
      #expect(result.counts.opened > 0)
      #expect(result.counts.ended >= result.counts.opened)
      #expect(result.counts.allErrors == 0, "\(result.differences)")
      #expect(result.counts.mismatches == 0, "\(result.differences)")
      #expect(result.counts.events > 0)
      #expect(result.lines.contains { $0.contains("interrupted") })
      let report = LoadReport(
        result, of: plan, began: Date(), arguments: [], verdicts: [])
      #expect(report.endedEarly == "interrupted")
      #expect(report.html.contains("Ended early, interrupted."))
    }
  }

  /// Searches for the maximum load; after a given level the search is cancelled.
  private static func search(
    _ plan: LoadPlan, _ objective: String, cancelledAfter level: Int? = nil
  ) async throws -> LimitSearchRun.Outcome {
    let search = LimitSearchRun(
      plan, objectives: [try Objective(objective)], usesFixedConnections: false)
    return await search.run { _, _ in
    } tried: { attempt in
      if attempt.tried.level == level { withUnsafeCurrentTask { $0?.cancel() } }
    }
  }

  @Test("A search for the limit answers with what it found: nothing, or all up to its interruption")
  func limits() async throws {
    try await self.withEngine { port in
      var plan = self.plan([try self.script(.tapBar)], port: port)
      plan.stages = [LoadStage(.milliseconds(100), 1, isStep: true)]
      plan.total = nil
      plan.maximumLag = .seconds(3_600)
      let nothing = try await Self.search(plan, "directive_latency:max<0us")
      #expect(nothing.end == .nothingKept)
      #expect(nothing.search.answer == "limit: none; a load of one breaks the objectives")
      #expect(nothing.attempt?.tried.level == 1)
      plan.name += "-again"
      let some = try await Task { [plan] in
        try await Self.search(plan, "sessions>=0", cancelledAfter: 2)
      }.value
      #expect(some.end == .interrupted)
      #expect(some.search.answer == "limit: at least 2 sessions; it was interrupted")
      #expect(some.search.attempts.map(\.level) == [1, 2])
      #expect(some.attempt?.tried.level == 2)
      plan.target.port = 1
      let gone = try await Self.search(plan, "sessions>=0")
      #expect(gone.end == .failed)
      #expect(gone.search.answer.hasPrefix("limit: unknown; no engine is reachable at 127.0.0.1:1"))
      #expect(gone.attempt == nil)
    }
  }

  @Test("A server that takes two sessions is asked for more now and then; refusals are counted")
  func refusals() async throws {
    try await self.withEngine(sessions: 2) { port in
      var plan = self.plan([try self.script(.tapBar)], port: port)
      plan.stages = [LoadStage(.seconds(2), 40, isStep: true)]
      plan.total = nil
      plan.pace = .times(4)
      let errors = try await LoadRun(plan).run().counts.errors
      let refusals = errors.filter { $0.key.hasPrefix("OVERLOADED") }.map(\.value).reduce(0, +)
      #expect(1 ..< 100 ~= refusals, "\(errors)")
    }
  }

  @Test("Without a server the load fails with its address")
  func unreachable() async throws {
    let plan = self.plan([try self.script(.tapBar)], port: 1)
    let error = await #expect(throws: LoadError.self) { try await LoadRun(plan).run() }
    #expect(error?.kind == .unreachable)
    #expect(error?.description.contains("127.0.0.1:1") == true)
  }

  @Test("A report is the same when it is read again")
  func report() async throws {
    try await self.withEngine { port in
      let plan = self.plan([try self.script(.tapBar)], port: port)
      let result = try await LoadRun(plan).run()
      let objective = try Objective("mismatches==0")
      let report = LoadReport(
        result, of: plan, began: Date(timeIntervalSince1970: 1_800_000_000), arguments: ["run"],
        verdicts: [objective.verdict(on: result)])
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("load-\(UUID().uuidString).json")
      try report.json.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let again = try LoadReport(file: file)
      #expect(try again.json == report.json)
      #expect(report.csv.split(separator: "\n").count == report.rows.count + 1)
      #expect(report.html.contains("Every directive as recorded, every objective kept"))
      #expect(!report.html.contains("src=") && !report.html.contains("href="))
    }
  }
}
