import InteractionCore

/// The plan of a load: what is played, how much of it, when, and where.
package struct LoadPlan: Sendable {
  /// The arrival model of sessions.
  package enum ArrivalModel: Hashable, Sendable {
    /// Closed: the stages set the number of concurrent sessions; a session that ends is replaced.
    case closed
    /// Open: the stages set the number of arrivals per second, independent of the sessions that are
    /// open.
    case open(isPoisson: Bool)
  }

  package var target: LoadEndpoint
  package var scripts: LoadMix
  package var shape = ArrivalModel.closed
  /// The stages, in order.
  package var stages: [LoadStage]
  /// The total number of sessions, each played to its end; nil if only the time limits it.
  package var total: Int?
  /// True if sessions begin only while the stages last; else until ``total`` have begun.
  package var isTimed = true
  /// The time at the start that is not measured.
  package var warmUp = Duration.zero
  package var connections = 1
  package var threads = 1
  package var pace = LoadPace.times(1)
  /// The maximum random delay before a session begins to play.
  package var maximumStartDelay = Duration.seconds(1)
  /// The timeout for directives after a session's last frame. Its call is then half-closed, and
  /// fails if the server does not end it within the same time.
  package var directiveTimeout = Duration.seconds(10)
  /// The timeout for resuming a session that has lost its call; after it, the session ends with an
  /// error.
  package var resumeTimeout = Duration.seconds(60)
  /// The largest accepted 99th percentile of the generator's lag; above it the result is invalid.
  package var maximumLag = LoadPlan.standardLag
  /// The seed of all random numbers.
  package var seed: UInt64 = 1
  /// The tokens that authenticate the sessions; nil for none.
  package var tokens: AccessTokenFile?
  /// The server process to sample; nil if it is on another machine.
  package var server: ServerProcess?
  /// The live metrics; nil for none.
  package var metrics: LoadMetrics?
  /// The objectives whose violation can end the load early.
  package var objectives: [Objective] = []
  /// The faults to inject; nil for none.
  package var faults: LoadFaults?
  /// The prefix of session names; unique to the run.
  package var name: String

  /// The allowed lag of a generator that shares two cores with the engine.
  package static let standardLag = Duration.milliseconds(10)

  package init(target: LoadEndpoint, scripts: LoadMix, stages: [LoadStage], name: String) {
    self.target = target
    self.scripts = scripts
    self.stages = stages
    self.name = name
  }

  /// The condition that ends the load.
  var endCondition: LoadProgress.EndCondition {
    self.total.map { .sessions($0) } ?? .seconds(Double(self.duration.nanoseconds) / 1e9)
  }

  /// Returns the default number of connections: one per 100 sessions.
  package static func connections(for level: Double) -> Int {
    max(1, Int((level / 100).rounded(.up)))
  }

  /// The total duration of the stages.
  package var duration: Duration { self.stages.reduce(.zero) { $0 + $1.duration } }

  /// Returns the sessions, or the arrivals per second, at a time. A stage is a ramp from the level
  /// of the previous one unless it is a step.
  func level(at time: UInt64) -> Double {
    var begin: UInt64 = 0
    var last: Double?
    for stage in self.stages {
      let length = stage.duration.nanoseconds
      let from = stage.isStep ? stage.level : last ?? 0
      if time < begin + length {
        let part = Double(time - begin) / Double(length)
        return from + (stage.level - from) * part
      }
      begin += length
      last = stage.level
    }
    return last ?? 0
  }
}

/// A stage of a load.
package struct LoadStage: Hashable, Sendable {
  package var duration: Duration
  /// Sessions, or arrivals per second, at its end.
  package var level: Double
  /// True if the level is reached at once, false for a ramp.
  package var isStep: Bool

  package init(_ duration: Duration, _ level: Double, isStep: Bool = false) {
    self.duration = duration
    self.level = level
    self.isStep = isStep
  }
}

/// A weighted mix of scripts.
package struct LoadMix: Sendable {
  package let scripts: [(script: LoadScript, weight: Double)]
  /// The share of each script, 0 to 1.
  let shares: [Double]

  package init(_ scripts: [(script: LoadScript, weight: Double)]) {
    self.scripts = scripts
    // Relative to the largest weight, since the sum of the weights could be infinite.
    let largest = max(scripts.map(\.weight).max() ?? 0, .leastNormalMagnitude)
    let parts = scripts.map { $0.weight / largest }
    let sum = max(parts.reduce(0, +), .leastNormalMagnitude)
    self.shares = parts.map { $0 / sum }
  }

  func next(using random: inout some RandomNumberGenerator) -> LoadScript {
    var place = Double.random(in: 0 ..< 1, using: &random)
    for (script, share) in zip(self.scripts.map(\.script), self.shares) {
      if place < share { return script }
      place -= share
    }
    return self.scripts[self.scripts.count - 1].script
  }
}
