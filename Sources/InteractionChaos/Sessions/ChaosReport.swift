import InteractionClient
public import InteractionCore

/// What came of a chaos run.
public struct ChaosReport: Sendable {
  /// Sessions that ran, and events and directives of theirs.
  public private(set) var sessions = 0
  public private(set) var events = 0
  public private(set) var directives = 0
  /// Connections that were cut.
  public private(set) var cuts = 0
  /// How connections came about again.
  public private(set) var resumed = 0
  public private(set) var restarted: [RestartReason: Int] = [:]
  /// How often sessions went on with another program of the engine; unknown, and so none, where
  /// engines were killed.
  public private(set) var moves = ProgramMoves()
  /// Why connections failed, by reason or status.
  public private(set) var failures: [String: Int] = [:]
  /// From the end of each session's call until the session was open again.
  public private(set) var gaps: [Duration] = []
  /// The part of each gap that its last attempt took: what is left of the gap are attempts that
  /// failed, and waits.
  public private(set) var resumeTimes: [Duration] = []
  /// Sessions that broke the contract, and how.
  public private(set) var violations: [String] = []
  /// What became of the engines while sessions ran.
  var fates = EngineFates()
  /// How the engines ended that ran to the end.
  var lastExits: [EngineProcess.Exit] = []
  /// Whether it ended before its time.
  public internal(set) var wasInterrupted = false
  /// How long everything took.
  public internal(set) var duration = Duration.zero

  private let plan: ChaosPlan

  init(_ plan: ChaosPlan) {
    self.plan = plan
  }

  /// How engines ended that were asked to.
  public var exits: [EngineProcess.Exit] { self.fates.exits + self.lastExits }
  /// Why engines did not start again, and how often.
  public var failedStarts: [String: Int] { self.fates.failedStarts }

  /// Whether every session kept the contract and came back as it was, everything happened that was
  /// planned, and every engine that was asked to end did so well.
  public var isGood: Bool { self.violations.isEmpty && self.shortfalls.isEmpty }

  /// Everything but violations that a good run does not have, in words.
  public var shortfalls: [String] {
    var found: [String] = []
    if self.restartedCount > 0 { found.append("\(self.restartedCount) sessions began anew") }
    let badExits = self.exits.count { $0.code != 0 || $0.wasKilled }
    if badExits > 0 { found.append("\(badExits) engines ended with a code or by a signal") }
    let unstarted = self.failedStarts.values.reduce(0, +)
    if unstarted > 0 { found.append("\(unstarted) engines did not start again") }
    if self.wasInterrupted { return found }
    let cuts = (self.plan.cuts ?? 0) * self.plan.sessions
    if self.cuts < cuts { found.append("\(self.cuts) of \(cuts) cuts were made") }
    let fates = self.plan.fate == .none ? 0 : self.plan.fates
    if self.fates.count < fates {
      found.append("\(self.fates.count) of \(fates) engines were killed or drained")
    }
    return found
  }

  /// - Parameter programs: Which program each connection of the session reached.
  mutating func add(_ log: ChaosSession.Log, _ violations: [String], programs: [Int]) {
    self.sessions += 1
    self.events += log.recording?.steps.count ?? 0
    self.directives += log.directives.count
    self.cuts += log.cuts
    self.resumed += log.resumed
    for reason in log.restarted { self.restarted[reason, default: 0] += 1 }
    for (reason, count) in log.failures { self.failures[reason, default: 0] += count }
    self.gaps += log.gaps.map(\.whole)
    self.resumeTimes += log.gaps.map(\.lastAttempt)
    self.moves.add(programs)
    self.violations += violations.map { "\(log.id): \($0)" }
  }

  var restartedCount: Int { self.restarted.values.reduce(0, +) }
}
