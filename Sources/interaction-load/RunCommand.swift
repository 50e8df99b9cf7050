import ArgumentParser
import Foundation
import InteractionChaos
import InteractionCommandLine
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionLoad
import InteractionMonitoring
import InteractionReplay
import InteractionTrace

/// Plays recordings as many sessions, and measures the engine.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Load an engine with traces and measure its latency and throughput.",
    discussion: """
      Keeps a number of sessions open (--sessions, closed model), or starts a number of sessions per \
      second regardless of their duration (--arrival-rate, open model); --stage makes either one a \
      ramp. Every directive is compared with the trace's. Its latency counts from the due time of its \
      event, so that a server that delays the generator does not look fast (coordinated omission).

      If the generator itself was late there is no verdict: use fewer sessions, or a separate machine.

      Durations are 400ms, 90s, 1.5m or 1h; a number alone is in seconds.

      Examples:
        interaction-load run session.trace --sessions 200 --duration 30
        interaction-load run a.trace:3 b.trace:1 --arrival-rate 50 --poisson --duration 60
        interaction-load run a.trace --stage 30s:100 --stage 2m:1000 \
      --slo 'directive_latency:p99<5ms' --slo 'mismatches==0'

      Exit codes: 0 success; 97 no verdict: the generator was late, or no session opened; 98 \
      directives were wrong or missing, or sessions failed and no objective allows it; 99 an \
      objective was broken, or has no measurement; 130 interrupted by Ctrl-C, without failures until \
      then; 69 the engine is unreachable; 65 a trace cannot be read; 73 a report cannot be written; \
      64 invalid usage.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Traces: files, or names of bundled traces. Each can have a weight after a colon,"
        + " \(WeightedFile.weightRange)."),
    transform: OptionParser.value("a trace, or a trace and its weight, \(WeightedFile.weightRange)")
    {
      WeightedFile($0)
    })
  var files: [WeightedFile]

  @Option(help: "Address of the engine, as host:port.")
  var address = "127.0.0.1:50051"

  @Flag(
    help: ArgumentHelp(
      "Use a WebSocket per session, as browsers do; --address is then the engine's --web-port."))
  var websocket = false

  @Option(
    help: ArgumentHelp(
      "File of an experience of the traces that is not built in; the engine must serve it. May be"
        + " repeated.",
      valueName: "file"))
  var experienceFile: [String] = []

  @OptionGroup(title: "Access")
  var access: AccessOptions

  @OptionGroup(title: "Load")
  var load: LoadOptions

  @OptionGroup(title: "Playing")
  var playing: PlaybackOptions

  @OptionGroup(title: "Faults")
  var faults: FaultOptions

  @OptionGroup(title: "Reports")
  var reports: ReportOptions

  @Option(
    help: "Process ID of the engine on this machine, to report its CPU time and memory",
    valueName: "pid", within: 1 ... Int32.max)
  var serverPid: Int32?

  @Option(
    name: .customLong("slo"),
    help: ArgumentHelp(
      "Objective such as 'directive_latency:p99<5ms', 'errors<0.1%' or 'mismatches==0'; also"
        + " open_latency, generator_lag, event_rate, directive_rate, sessions; with faults gap, lost,"
        + " resumed, cuts. 'directive_latency:trace=a.txt:p99<5ms' selects a trace,"
        + " 'directive_latency:kind=animate:p99<5ms' a kind of directive. May be repeated.",
      valueName: "objective"),
    transform: { try Objective($0) })
  var objectives: [Objective] = []

  @Flag(
    help: ArgumentHelp(
      "End the run as soon as an --slo cannot be kept any more, or has been broken for 3 s."))
  var abortEarly = false

  @Flag(
    help: ArgumentHelp(
      "Find the highest load that keeps every --slo: double it until one is broken, bisect, and"
        + " confirm the result with a run of three times the duration, which is reported."))
  var findLimit = false

  @Flag(help: "Print the plan, and play nothing.")
  var dryRun = false

  func validate() throws {
    _ = try EngineAddress(self.address)
    guard !self.files.isEmpty else {
      throw ValidationError("<files> is empty; give at least one trace")
    }
    guard !self.websocket || !self.access.isEncrypted else {
      throw ValidationError("--websocket does not support TLS; remove the --tls options")
    }
    guard !self.websocket || self.load.connections == nil else {
      throw ValidationError("--websocket uses a connection per session; remove --connections")
    }
    guard !self.abortEarly || !self.objectives.isEmpty else {
      throw ValidationError("--abort-early needs --slo")
    }
    guard !self.findLimit || (!self.objectives.isEmpty && self.load.stage.isEmpty) else {
      throw ValidationError("--find-limit needs --slo, and cannot be used with --stage")
    }
    guard !self.findLimit || (self.load.total == nil && !self.abortEarly) else {
      throw ValidationError("--find-limit cannot be used with --total or --abort-early")
    }
  }

  static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  func run() async throws {
    try self.reports.check()
    let plan = try self.plan()
    if self.dryRun {
      for line in plan.lines { Console.line(line) }
      return
    }
    try await TerminationSignals.withGracefulExit {
      do {
        try await LoadMonitoring.serve(on: self.reports.monitoringPort) { metrics in
          try await self.play(plan, metrics)
        }
      } catch let error as MonitoringError {
        Console.error("interaction-load: \(error)")
        throw ExitCode.failure
      }
    }
  }

  private func play(_ plan: LoadPlan, _ metrics: LoadMetrics?) async throws {
    try await self.faults.withEngine(wire: plan.target.wire) { engine in
      var plan = plan
      if let engine {
        plan.target = LoadEndpoint(
          host: "127.0.0.1", port: engine.port, security: plan.target.security,
          wire: plan.target.wire)
      }
      plan.faults = self.faults.faults(engine)
      plan.metrics = metrics
      try await self.play(plan)
    }
  }

  private func play(_ plan: LoadPlan) async throws {
    let began = Date()
    if self.findLimit {
      try await self.findLimit(of: plan)
      return
    }
    let view = LoadProgressView()
    let result = try await self.run(plan) { view.show($0) }
    Console.line("")
    for line in result.lines { Console.line(line) }
    let verdicts = self.objectives.map { $0.verdict(on: result) }
    for verdict in verdicts { Console.line("\(verdict)") }
    if let note = plan.workLimitWarning { Console.line("note: \(note)") }
    let report = LoadReport(
      result, of: plan, began: began, arguments: Self.arguments, verdicts: verdicts)
    try self.reports.write(report)
    try self.exit(for: report, wasInterrupted: result.end == .cancelled)
    if result.end == .cancelled { throw ExitCode.interrupted }
  }

  /// Runs a load; exits with the error's code if it cannot be run.
  func run(_ plan: LoadPlan, watch: @escaping LoadRun.ProgressHandler) async throws -> LoadResult {
    do {
      return try await LoadRun(plan).run(watch: watch)
    } catch let error as LoadError {
      Console.error("interaction-load: \(error)")
      throw ExitCode(error)
    }
  }

  private func plan() throws -> LoadPlan {
    let endpoint = try EngineAddress(self.address)
    let own = try self.experienceFile.map(readExperience)
    do {
      let scripts = try self.files.map { file in
        let trace = try readTrace(file.path)
        return (script: try self.script(trace, file.path, own), weight: file.weight)
      }
      var plan = LoadPlan(
        target: LoadEndpoint(
          host: endpoint.host, port: endpoint.port, security: try self.access.security,
          wire: self.websocket ? .webSocket : .http2),
        scripts: LoadMix(scripts), stages: try self.load.allStages,
        name: "load-\(UUID().uuidString.lowercased().prefix(8))")
      self.load.apply(to: &plan)
      plan.pace = self.playing.pace
      for objective in self.objectives { try objective.check(traces: scripts.map(\.script.name)) }
      plan.tokens = try self.access.tokens
      if self.abortEarly { plan.objectives = self.objectives }
      plan.server = try self.serverPid.map { try ServerProcess(identifier: $0) }
      return plan
    } catch let error as LoadError {
      Console.error("interaction-load: \(error)")
      throw ExitCode(error)
    }
  }

  private func script(
    _ trace: Trace, _ file: String, _ own: [Experience]
  ) throws -> LoadScript {
    let name = trace.header.experience
    let mine = own.first { $0.name == name }
    guard let experience = try mine ?? BuiltInExperiences.named(name) else {
      throw LoadError(
        .invalidArgument,
        "\(file) uses experience '\(name)', which is not built in; give its file with"
          + " --experience-file")
    }
    return try LoadScript(
      trace, name: URL(fileURLWithPath: file).lastPathComponent, experience: experience,
      playing: self.playing.script)
  }

  /// Throws the exit code for the result.
  private func exit(for report: LoadReport, wasInterrupted: Bool) throws {
    if report.counts.mismatches > 0 || report.unexpectedErrors > 0 { throw ExitCode.mismatch }
    if report.rows.allSatisfy({ $0.opened == 0 }), !wasInterrupted {
      Console.error(
        "interaction-load: no session opened; check that --address is that of an engine")
      throw ExitCode.noVerdict
    }
    if report.isGeneratorLate {
      Console.error(
        "interaction-load: the generator's p99 lag exceeded --allowed-lag,"
          + " \(self.load.allowedLag.text); the results do not describe the engine alone")
      throw ExitCode.noVerdict
    }
    if report.objectives.contains(where: { !$0.isKept }) { throw ExitCode.objectiveViolated }
  }
}

/// A trace and its weight in the mix.
struct WeightedFile {
  private static let weights = 0.001 ... 1_000_000.0
  /// The range of weights.
  static var weightRange: String { Self.weights.words }

  var path: String
  var weight = 1.0

  init?(_ text: String) {
    self.path = text
    guard let colon = text.lastIndex(of: ":"), let weight = Double(text[colon...].dropFirst())
    else { return }
    guard Self.weights.contains(weight) else { return nil }
    (self.path, self.weight) = (String(text[..<colon]), weight)
  }
}

extension ExitCode {
  /// The generator was late, or nothing was measured: there is no verdict on the engine.
  static let noVerdict = ExitCode(97)
  /// An objective was violated.
  static let objectiveViolated = ExitCode(99)

  init(_ error: LoadError) {
    switch error.kind {
    case .recordingMismatch: self = .mismatch
    case .unreachable: self = .engineUnavailable
    case .invalidArgument: self = ExitCode(64)
    }
  }
}
