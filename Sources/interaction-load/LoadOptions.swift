import ArgumentParser
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionLoad
import InteractionReplay

/// Options for the size and duration of a load.
struct LoadOptions: ParsableArguments {
  @Option(help: "Number of concurrent sessions", within: 1 ... 100_000)
  var sessions: Int?

  @Option(help: "Number of sessions that start per second", within: 0.001 ... 10_000)
  var arrivalRate: Double?

  @Flag(help: "Start sessions at random times (a Poisson process) instead of evenly spaced.")
  var poisson = false

  @Option(
    help: "Time during which sessions start", note: " (default: 10s; with --total no end)",
    within: .milliseconds(1) ... .seconds(86_400))
  var duration: Duration?

  @Option(
    help: ArgumentHelp(
      "Ramp to a level within a time, such as 30s:100 or 2m:1000; may be repeated. The level is"
        + " the number of sessions; with --arrival-rate, of sessions per second.",
      valueName: "time:level"),
    transform: OptionParser.value(
      "a time of 1ms to 24h and a level of 0 to 100000, such as 30s:100", StageOption.init))
  var stage: [StageOption] = []

  @Option(
    help: "Total number of sessions, each played to its end",
    within: 1 ... 1_000_000_000)
  var total: Int?

  @Option(help: "Time at the start that is not measured", within: .zero ... .seconds(86_400))
  var warmUp = Duration.zero

  @Option(
    help: "Number of connections", note: " (default: one per hundred sessions)",
    within: 1 ... 10_000)
  var connections: Int?

  @Option(help: "Number of threads that play sessions", within: 1 ... 64)
  var threads = 1

  @Option(
    help: "Maximum random delay before a session starts to play",
    within: .zero ... .seconds(86_400))
  var spread = Duration.seconds(1)

  @Option(
    help: "Maximum p99 lag of the generator",
    note: " Beyond it there is no verdict. A number alone is in milliseconds.",
    unit: .milliseconds(1), within: .microseconds(1) ... .seconds(60))
  var allowedLag = LoadPlan.standardLag

  @Option(help: "Seed of the random generator", within: 0 ... UInt64.max)
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
    plan.maximumStartDelay = self.spread
    plan.seed = self.seed
    plan.maximumLag = self.allowedLag
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
  @Option(
    help: "Playback speed, \(ReplaySpeed.words). (default: 1x)", transform: ReplaySpeed.option)
  var speed = ReplaySpeed.times(1)

  @Option(
    help: "With --speed max: number of frames in flight", within: 1 ... 100_000)
  var inFlight = 32

  @Option(help: "Number of times that each session plays its trace", within: 1 ... 10_000)
  var loop = 1

  @Option(help: "Maximum pause; longer ones are shortened", within: .zero ... .seconds(86_400))
  var maxGap: Duration?

  @Option(help: "Number of samples per frame", within: 1 ... 512)
  var batch = 1

  @Flag(help: "Skip samples between trigger lines, as clients do.")
  var skip = false

  @Flag(help: "Do not request checkpoints.")
  var noCheckpoints = false

  var pace: LoadPace {
    switch self.speed {
    case .times(let factor): .times(factor)
    case .max: .window(self.inFlight)
    }
  }

  var script: LoadScript.ScriptPlaybackOptions {
    var playing = LoadScript.ScriptPlaybackOptions()
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
