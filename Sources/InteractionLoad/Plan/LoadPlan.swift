import InteractionCore

/// A load: what is played, how much of it, when, and where.
package struct LoadPlan: Sendable {
  /// Where sessions come from.
  package enum Shape: Hashable, Sendable {
    /// As many are open at once as the stages say; who ends begins anew.
    case closed
    /// As many begin in a second as the stages say, however many are open.
    case open(isPoisson: Bool)
  }

  package var target: LoadTarget
  package var scripts: LoadMix
  package var shape = Shape.closed
  /// What the load goes to, one after the other.
  package var stages: [LoadStage]
  /// How many sessions are begun in all, each played to its end; nil for as many as there is time
  /// for.
  package var total: Int?
  /// Whether sessions begin no longer than the stages last; else until ``total`` have begun.
  package var isTimed = true
  /// How long nothing counts at the start.
  package var warmUp = Duration.zero
  package var connections = 1
  package var threads = 1
  package var pace = LoadPace.times(1)
  /// Sessions wait up to so long before they begin to play.
  package var spread = Duration.seconds(1)
  /// How long answers may take after a session's last frame.
  package var patience = Duration.seconds(10)
  /// How long a session that has lost its call tries to come back; then it has ended badly.
  package var resumePatience = Duration.seconds(60)
  /// How late the generator may send in one case of a hundred; else it measures itself.
  package var allowedLag = LoadPlan.standardLag
  /// Where everything random starts.
  package var seed: UInt64 = 1
  /// The tokens that say whose the sessions are; nil for none.
  package var tokens: TokenFile?
  /// The server's process, to be watched; nil if it is elsewhere.
  package var server: ServerProcess?
  /// Metrics that are kept while it runs; nil for none.
  package var metrics: LoadMetrics?
  /// What ends it early when it is broken.
  package var objectives: [Objective] = []
  /// What is done to it; nil for nothing.
  package var faults: LoadFaults?
  /// What the sessions' names begin with; no other run may have the same.
  package var name: String

  /// The allowed lag of a generator that shares two cores with the engine.
  package static let standardLag = Duration.milliseconds(10)

  package init(target: LoadTarget, scripts: LoadMix, stages: [LoadStage], name: String) {
    self.target = target
    self.scripts = scripts
    self.stages = stages
    self.name = name
  }

  /// When it is over.
  var goal: LoadProgress.Goal {
    self.total.map { .sessions($0) } ?? .seconds(Double(self.duration.nanoseconds) / 1e9)
  }

  /// How many connections a load needs: one for every hundred sessions.
  package static func connections(for level: Double) -> Int {
    max(1, Int((level / 100).rounded(.up)))
  }

  /// How long sessions are begun.
  package var duration: Duration { self.stages.reduce(.zero) { $0 + $1.duration } }

  /// How many sessions, or how many a second, at a time: stages are ramps from the one before.
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

/// A part of a load.
package struct LoadStage: Hashable, Sendable {
  package var duration: Duration
  /// Sessions, or sessions a second, at its end.
  package var level: Double
  /// Whether it is so from its beginning, not only at its end.
  package var isStep: Bool

  package init(_ duration: Duration, _ level: Double, isStep: Bool = false) {
    self.duration = duration
    self.level = level
    self.isStep = isStep
  }
}

/// Several scripts, each so often.
package struct LoadMix: Sendable {
  package let scripts: [(script: LoadScript, weight: Double)]
  /// Each one's part of all, 0 to 1.
  let shares: [Double]

  package init(_ scripts: [(script: LoadScript, weight: Double)]) {
    self.scripts = scripts
    // Relative to the largest weight, or their sum might be infinite.
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
