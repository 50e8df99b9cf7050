import ArgumentParser
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionLoad
import InteractionReplay

/// Options for the size and duration of a load.
struct LoadOptions: ParsableArguments {
  @Option(help: "How many sessions are open at once", within: 1 ... 100_000)
  var sessions: Int?

  @Option(help: "How many sessions begin in a second", within: 0.001 ... 10_000)
  var arrivalRate: Double?

  @Flag(help: "Let sessions begin at random moments, as people do, instead of at equal distances.")
  var poisson = false

  @Option(
    help: "For how long sessions are begun", note: " (default: 10s; with --total no end)",
    within: .milliseconds(1) ... .seconds(86_400))
  var duration: Duration?

  @Option(
    help: ArgumentHelp(
      "Ramp to that many sessions within that time, such as 30s:100 or 2m:1000; may be repeated. With"
        + " --arrival-rate the level is sessions per second.",
      valueName: "time:level"),
    transform: OptionParser.value(
      "a time of 1ms to 24h and a level of 0 to 100000, such as 30s:100", StageOption.init))
  var stage: [StageOption] = []

  @Option(
    help: "Begin this many sessions in all, and play each to its end, however long it takes",
    within: 1 ... 1_000_000_000)
  var total: Int?

  @Option(help: "How long the start is not measured", within: .zero ... .seconds(86_400))
  var warmUp = Duration.zero

  @Option(
    help: "How many connections", note: " (default: one for every hundred sessions)",
    within: 1 ... 10_000)
  var connections: Int?

  @Option(help: "How many threads play them", within: 1 ... 64)
  var threads = 1

  @Option(
    help: "How long a session waits at most before it begins to play",
    within: .zero ... .seconds(86_400))
  var spread = Duration.seconds(1)

  @Option(
    help: "How late the generator may send in one case of a hundred",
    note: " If it is later, there is no verdict. A number alone is in milliseconds.",
    unit: .milliseconds(1), within: .microseconds(1) ... .seconds(60))
  var allowedLag = LoadPlan.standardLag

  @Option(help: "The seed of all random choices", within: 0 ... UInt64.max)
  var seed: UInt64 = 1

  func validate() throws {
    guard self.sessions == nil || self.arrivalRate == nil else {
      throw ValidationError("--sessions and --arrival-rate cannot be used together")
    }
    guard !self.poisson || self.arrivalRate != nil else {
      throw ValidationError("--poisson needs --arrival-rate")
    }
  }

  /// The stages; without `--stage`, one step for the whole duration.
  var allStages: [LoadStage] {
    get throws {
      if self.stage.isEmpty {
        let level = self.arrivalRate ?? Double(self.sessions ?? 1)
        return [LoadStage(self.duration ?? .seconds(10), level, isStep: true)]
      }
      return self.stage.map(\.stage)
    }
  }

  func apply(to plan: inout LoadPlan) {
    if self.arrivalRate != nil { plan.shape = .open(isPoisson: self.poisson) }
    plan.total = self.total
    plan.isTimed = self.total == nil || self.duration != nil || !self.stage.isEmpty
    plan.warmUp = self.warmUp
    plan.threads = self.threads
    plan.spread = self.spread
    plan.seed = self.seed
    plan.allowedLag = self.allowedLag
    let most = plan.stages.map(\.level).max() ?? 1
    plan.connections = self.connections ?? LoadPlan.connections(for: most)
  }
}

/// A stage on the command line, such as `30s:100`.
struct StageOption {
  let stage: LoadStage

  init?(_ text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let level = Double(parts[1]), (0 ... 100_000).contains(level),
      let time = Duration(String(parts[0])),
      (.milliseconds(1) ... .seconds(86_400)).contains(time)
    else { return nil }
    self.stage = LoadStage(time, level)
  }
}

/// Options for playing recordings.
struct PlaybackOptions: ParsableArguments {
  @Option(help: "How fast, \(ReplaySpeed.words). (default: 1x)", transform: ReplaySpeed.option)
  var speed = ReplaySpeed.times(1)

  @Option(
    help: "With --speed max: how many frames may wait for their answer", within: 1 ... 100_000)
  var inFlight = 32

  @Option(help: "How many times each session plays its trace", within: 1 ... 10_000)
  var loop = 1

  @Option(help: "Shorten longer pauses to this time", within: .zero ... .seconds(86_400))
  var maxGap: Duration?

  @Option(help: "How many samples go into one frame", within: 1 ... 512)
  var batch = 1

  @Flag(help: "Leave out samples between trigger lines, as clients do.")
  var skip = false

  @Flag(help: "Ask for no checkpoints.")
  var noCheckpoints = false

  var pace: LoadPace {
    switch self.speed {
    case .times(let factor): .times(factor)
    case .max: .window(self.inFlight)
    }
  }

  var script: LoadScript.Playing {
    var playing = LoadScript.Playing()
    playing.loops = self.loop
    playing.longestGap = self.maxGap.map { TimeSpan(microseconds: $0.wholeMicroseconds) }
    playing.samplesPerFrame = self.batch
    playing.skipsSamples = self.skip
    if case .times(let factor) = self.speed {
      let gap = Double(playing.heartbeatGap.microseconds) * factor
      playing.heartbeatGap = TimeSpan(microseconds: Int64(gap))
    }
    playing.resumes = !self.noCheckpoints
    return playing
  }
}
