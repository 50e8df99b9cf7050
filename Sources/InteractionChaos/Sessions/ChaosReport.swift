import InteractionClient
public import InteractionCore

/// The report of a chaos run.
public struct ChaosReport: Sendable {
  /// Sessions that ran.
  public private(set) var sessions = 0
  /// Events that the sessions sent.
  public private(set) var events = 0
  /// Directives that the sessions received.
  public private(set) var directives = 0
  /// Connections that were cut.
  public private(set) var cuts = 0
  /// Sessions that were resumed on a new connection.
  public private(set) var resumed = 0
  /// Sessions that were restarted, by reason.
  public private(set) var restarted: [RestartReason: Int] = [:]
  /// The sessions' moves between engine versions. Unknown, and so none, where engines were killed.
  public private(set) var versionMoves = EngineVersionMoves()
  /// Failed connections by reason or status.
  public private(set) var failures: [String: Int] = [:]
  /// Times from the end of a session's call until the session was open again.
  public private(set) var gaps: [Duration] = []
  /// The last attempt's part of each gap; the rest is failed attempts and backoff.
  public private(set) var resumeTimes: [Duration] = []
  /// Descriptions of the sessions' violations of the contract.
  public private(set) var violations: [String] = []
  /// The faults of the engines while sessions ran.
  var fates = EngineFaultLog()
  /// The exits of the engines that ran to the end.
  var finalExits: [EngineProcess.Exit] = []
  /// True if the run was interrupted.
  public internal(set) var wasInterrupted = false
  /// The duration of the run.
  public internal(set) var duration = Duration.zero

  let plan: ChaosPlan

  init(_ plan: ChaosPlan) {
    self.plan = plan
  }

  /// The exits of engines that were terminated with SIGTERM.
  public var exits: [EngineProcess.Exit] { self.fates.exits + self.finalExits }
  /// The number of failed restarts of engines, by error.
  public var failedStarts: [String: Int] { self.fates.failedStarts }

  /// True if all sessions kept the contract and were resumed, all planned faults were injected, and
  /// all engines exited cleanly on SIGTERM.
  public var isGood: Bool { self.violations.isEmpty && self.unmetExpectations.isEmpty }

  /// The shortfalls of the run other than violations, as text.
  public var unmetExpectations: [String] {
    var found: [String] = []
    if self.restartedCount > 0 { found.append("\(self.restartedCount) sessions restarted") }
    let badExits = self.exits.count { $0.code != 0 || $0.wasKilled }
    if badExits > 0 { found.append("\(badExits) engines exited with an error code or by a signal") }
    let unstarted = self.failedStarts.values.reduce(0, +)
    if unstarted > 0 { found.append("\(unstarted) engines failed to restart") }
    if self.wasInterrupted { return found }
    let cuts = (self.plan.cuts ?? 0) * self.plan.sessions
    if self.cuts < cuts { found.append("\(self.cuts) of \(cuts) cuts were made") }
    let fates = self.plan.engineFault == .none ? 0 : self.plan.engineFaultCount
    if self.fates.count < fates {
      found.append("\(self.fates.count) of \(fates) engines were killed or drained")
    }
    return found
  }

  /// - Parameter programs: The index of the engine executable that each connection reached.
  mutating func add(_ log: ChaosSession.Log, _ violations: [String], programs: [Int]) {
    self.sessions += self.plan.client == nil ? 1 : self.plan.sessions
    self.events += log.recording?.steps.count ?? 0
    self.directives += log.directives.count
    self.cuts += log.cuts
    self.resumed += log.resumed
    for reason in log.restarted { self.restarted[reason, default: 0] += 1 }
    for (reason, count) in log.failures { self.failures[reason, default: 0] += count }
    self.gaps += log.gaps.map(\.total)
    self.resumeTimes += log.gaps.map(\.lastAttempt)
    self.versionMoves.add(programs)
    self.violations += violations.map { "\(log.id): \($0)" }
  }

  var restartedCount: Int { self.restarted.values.reduce(0, +) }
}
