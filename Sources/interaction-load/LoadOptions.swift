import ArgumentParser
import InteractionCore
import InteractionLoad
import InteractionReplay

/// How much load, and when.
struct LoadOptions: ParsableArguments {
  @Option(help: "How many sessions are open at once.")
  var sessions: Int?

  @Option(help: "How many sessions begin in a second.")
  var arrivalRate: Double?

  @Flag(help: "Let sessions begin at random moments, as people do, instead of at equal distances.")
  var poisson = false

  @Option(help: "For how many seconds sessions are begun. (default: 10; with --total no end)")
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "Ramp to that many sessions within that time, such as 30s:100 or 2m:1000; may be repeated. With"
        + " --arrival-rate the level is sessions per second.",
      valueName: "time:level"))
  var stage: [Stage] = []

  @Option(help: "Begin this many sessions in all, and play each to its end, however long it takes.")
  var total: Int?

  @Option(help: "How many seconds at the start are not measured.")
  var warmUp = 0.0

  @Option(help: "How many connections. (default: one for every hundred sessions)")
  var connections: Int?

  @Option(help: "How many threads play them.")
  var threads = 1

  @Option(help: "Up to how many seconds a session waits before it begins to play.")
  var spread = 1.0

  @Option(
    help: ArgumentHelp(
      "How late the generator may send in one case of a hundred. If it is later, there is no"
        + " verdict.",
      valueName: "ms"))
  var allowedLag = LoadPlan.standardLag / .milliseconds(1)

  @Option(help: "The seed of all random choices.")
  var seed: UInt64 = 1

  func validate() throws {
    guard self.sessions == nil || self.arrivalRate == nil else {
      throw ValidationError("--sessions and --arrival-rate cannot be used together")
    }
    guard self.sessions.map({ (1 ... 100_000).contains($0) }) ?? true else {
      throw ValidationError("--sessions is \(self.sessions ?? 0); must be 1 to 100000")
    }
    guard self.arrivalRate.map({ $0 > 0 && $0 <= 10_000 }) ?? true else {
      throw ValidationError("--arrival-rate must be more than 0, and 10000 at most")
    }
    guard self.total.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--total must be more than 0")
    }
    guard !self.poisson || self.arrivalRate != nil else {
      throw ValidationError("--poisson needs --arrival-rate")
    }
    guard self.duration.map({ $0 > 0 && $0 <= 86_400 }) ?? true, self.warmUp >= 0, self.spread >= 0
    else {
      throw ValidationError(
        "--duration must be more than 0 s and 86400 at most, --warm-up and --spread not less than 0"
      )
    }
    guard self.allowedLag > 0, self.allowedLag <= 60_000 else {
      throw ValidationError("--allowed-lag must be more than 0 ms, and 60000 at most")
    }
    guard (1 ... 64).contains(self.threads),
      self.connections.map({ (1 ... 10_000).contains($0) })
        ?? true
    else {
      throw ValidationError("--threads must be 1 to 64, --connections 1 to 10000")
    }
  }

  /// The stages, or the one that stands for all the time.
  var allStages: [LoadStage] {
    get throws {
      if self.stage.isEmpty {
        let level = self.arrivalRate ?? Double(self.sessions ?? 1)
        return [LoadStage(.seconds(self.duration ?? 10), level, isStep: true)]
      }
      return self.stage.map(\.stage)
    }
  }

  func apply(to plan: inout LoadPlan) {
    if self.arrivalRate != nil { plan.shape = .open(isPoisson: self.poisson) }
    plan.total = self.total
    plan.isTimed = self.total == nil || self.duration != nil || !self.stage.isEmpty
    plan.warmUp = .seconds(self.warmUp)
    plan.threads = self.threads
    plan.spread = .seconds(self.spread)
    plan.seed = self.seed
    plan.allowedLag = .milliseconds(self.allowedLag)
    let most = plan.stages.map(\.level).max() ?? 1
    plan.connections = self.connections ?? LoadPlan.connections(for: most)
  }
}

/// A stage on the command line.
struct Stage: ExpressibleByArgument {
  let stage: LoadStage

  init?(argument: String) {
    let parts = argument.split(separator: ":")
    guard parts.count == 2, let level = Double(parts[1]), level >= 0, level <= 100_000 else {
      return nil
    }
    for (unit, factor) in [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)]
    where parts[0].hasSuffix(unit) {
      guard let value = Double(parts[0].dropLast(unit.count)), value > 0, value * factor <= 86_400
      else { continue }
      self.stage = LoadStage(.seconds(value * factor), level)
      return
    }
    return nil
  }
}

/// How recordings are played.
struct PlayingOptions: ParsableArguments {
  @Option(help: "0.01x to 1000x, or max.")
  var speed = ReplaySpeed.times(1)

  @Option(help: "With --speed max: how many frames may wait for their answer.")
  var inFlight = 32

  @Option(help: "How many times each session plays its trace.")
  var loop = 1

  @Option(help: ArgumentHelp("Shorten longer pauses to this many seconds.", valueName: "seconds"))
  var maxGap: Double?

  @Option(help: "How many samples go into one frame.")
  var batch = 1

  @Flag(help: "Leave out samples between trigger lines, as clients do.")
  var skip = false

  @Flag(help: "Ask for no checkpoints.")
  var noCheckpoints = false

  func validate() throws {
    guard (1 ... 10_000).contains(self.loop), (1 ... 512).contains(self.batch),
      (1 ... 100_000).contains(self.inFlight), self.maxGap.map({ $0 >= 0 }) ?? true
    else {
      throw ValidationError(
        "--loop must be 1 to 10000, --batch 1 to 512, --in-flight 1 to 100000, --max-gap not"
          + " less than 0")
    }
  }

  var pace: LoadPace {
    switch self.speed {
    case .times(let factor): .times(factor)
    case .max: .window(self.inFlight)
    }
  }

  var script: LoadScript.Playing {
    var playing = LoadScript.Playing()
    playing.loops = self.loop
    playing.longestGap = self.maxGap.map { TimeSpan(microseconds: Int64($0 * 1e6)) }
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
