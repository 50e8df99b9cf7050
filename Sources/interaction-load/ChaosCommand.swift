import ArgumentParser
import Foundation
import InteractionChaos
import InteractionClient
import InteractionCommandLine
import InteractionLoad

/// Cuts connections and ends engines under running sessions, and verifies that nothing is lost.
struct ChaosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos",
    abstract:
      "Cut connections and stop engines under running sessions, and check that nothing is lost.",
    discussion: """
      Starts engines with a shared checkpoint key on free loopback ports. Runs generated sessions \
      through proxies that cut connections after a random number of bytes: by RST or FIN, in either \
      direction, also inside frames. Then compares both ends: every event applied exactly once and in \
      order, every directive delivered exactly once and in order, only applied events acknowledged, \
      and equal state.

      Exit codes: 0 no violation, every session resumed, and all planned faults were injected; 98 \
      otherwise, with the reasons in the last lines; 99 an objective was broken, or has no \
      measurement; 69 an engine does not start; 130 interrupted by Ctrl-C, without failures until then.
      """
  )

  /// The number of cuts per session.
  struct Cuts: CustomStringConvertible {
    /// The number; nil for no limit.
    var number: Int? = 10

    init() {}

    init?(_ text: String) {
      self.number = Int(text)
      guard text == "any" || (0 ... 1_000_000).contains(self.number ?? -1) else { return nil }
    }

    var description: String { self.number.map(String.init) ?? "any" }
  }

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Program of the engine. If repeated, the engines use them in turn: two versions show whether \
      sessions can move between them. 'moved' counts the moves, unless engines are killed.
      """, valueName: "file"))
  var engine: [String]

  @OptionGroup
  var engineOptions: EngineOptions

  @OptionGroup(title: "Access")
  var access: AccessOptions

  @Option(help: "Number of engines", within: 1 ... 16)
  var engines = 2

  @Option(help: "Number of concurrent sessions", within: 1 ... 10_000)
  var sessions = 20

  @Option(
    help: ArgumentHelp(
      """
      Number of connection cuts per session, 0 to 1000000; 'any' cuts without a limit during \
      --duration. (default: 10)
      """, valueName: "number"),
    transform: OptionParser.value("0 to 1000000, or any", Cuts.init))
  var cuts = Cuts()

  @Option(
    help: "Maximum number of bytes before a cut", valueName: "bytes",
    within: 1 ... 1_000_000_000)
  var cutBytes = 6_000

  @Option(help: "Interval between kills of an engine", within: FaultOptions.intervals)
  var killEvery: Duration?

  @Option(help: "Interval between drains of an engine", within: FaultOptions.intervals)
  var drainEvery: Duration?

  @Option(help: "Number of kills or drains", within: 0 ... 1_000_000)
  var times = 10

  @Option(
    help: "Minimum duration of each session",
    note: " Sessions end after all cuts, kills and drains.",
    within: .zero ... .seconds(604_800))
  var duration = Duration.zero

  @Option(help: "Events per second of each session", within: 0.01 ... 100_000)
  var rate = 500.0

  @Option(
    help: ArgumentHelp(
      """
      Command of a client program, which plays and checks the sessions in place of generated \
      ones: exit code 0 if they kept the contract. It reads the environment variables ENGINES \
      (addresses of the proxies, separated by commas) and SESSIONS.
      """, valueName: "command"))
  var client: String?

  @Flag(help: "Connect sessions over WebSocket to --web-port, as browsers do.")
  var websocket = false

  @Option(
    help: ArgumentHelp(
      """
      Emulate a slow network: bandwidth, round-trip time, and percentage of chunks that arrive \
      600 ms late, such as 256kbit,300ms,2%.
      """, valueName: "network"),
    transform: OptionParser.value(
      "8kbit to 1000Mbit, 0 to 60s and 0 to 100%, such as 256kbit,300ms,2%", NetworkConditions.init)
  )
  var link: NetworkConditions?

  @Option(help: "Seed of the random generator", within: 0 ... UInt64.max)
  var seed: UInt64 = 1

  @Option(
    name: .customLong("slo"),
    help: ArgumentHelp(
      """
      Objective such as 'gap:p99<=250ms', 'resume_time:max<1s', 'exit_time:max<=60s' or \
      'failures==0'; also sessions, cuts, resumed, restarted, failed_starts. May be repeated.
      """, valueName: "objective"),
    transform: { try Objective($0, of: .chaos) })
  var objectives: [Objective] = []

  func validate() throws {
    for program in self.engine where !FileManager.default.isExecutableFile(atPath: program) {
      throw ValidationError(
        "--engine is '\(program)'; must be an executable file, such as 'swift build' creates")
    }
    guard self.engine.count <= self.engines else {
      throw ValidationError(
        "--engine names \(self.engine.count) programs; must be at most --engines, \(self.engines)")
    }
    guard !self.websocket || !self.access.isEncrypted else {
      throw ValidationError("--websocket does not support TLS; remove the --tls options")
    }
    guard self.killEvery == nil || self.drainEvery == nil else {
      throw ValidationError("--kill-every and --drain-every cannot be used together")
    }
  }

  func run() async throws {
    let plan = try self.plan
    let report: ChaosReport
    let progress = ProgressLine(label: "chaos")
    do {
      report = try await TerminationSignals.withGracefulExit {
        try await ChaosRun(plan).run { progress.update($0) }
      }
      progress.finish()
    } catch {
      progress.finish()
      Console.error("\(error)")
      throw ExitCode.engineUnavailable
    }
    for line in report.lines { Console.line(line) }
    let verdicts = self.objectives.map { $0.verdict(on: report) }
    for verdict in verdicts { Console.line("\(verdict)") }
    if !report.isGood { throw ExitCode.mismatch }
    if !verdicts.allSatisfy(\.isMet) { throw ExitCode.objectiveViolated }
    if report.wasInterrupted { throw ExitCode.interrupted }
  }

  private var plan: ChaosPlan {
    get throws {
      var plan = self.shape
      plan.engineOptions = self.engineOptions.arguments
      plan.access = try self.access.clientAccess
      return plan
    }
  }

  private var shape: ChaosPlan {
    var plan = ChaosPlan(programs: self.engine.map { URL(fileURLWithPath: $0) })
    plan.engines = self.engines
    plan.sessions = self.sessions
    plan.client = self.client
    plan.cuts = self.cuts.number
    plan.cutBytes = 0 ... self.cutBytes
    plan.duration = self.duration
    plan.eventsPerSecond = self.rate
    plan.seed = self.seed
    plan.wire = self.websocket ? .webSocket : .http2
    plan.engineFaultCount = self.times
    plan.network = self.link
    if let every = self.killEvery { plan.engineFault = .killed(every: every) }
    if let every = self.drainEvery { plan.engineFault = .drained(every: every) }
    return plan
  }
}
