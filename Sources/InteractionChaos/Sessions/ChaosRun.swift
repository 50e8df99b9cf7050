import Foundation
import InteractionCore
import InteractionTrace
import Synchronization

/// Runs sessions against several engines while their connections are cut and engines come and go,
/// and proves that none of them noticed.
public struct ChaosRun: Sendable {
  /// How far a run is.
  public struct Progress: Sendable {
    /// Sessions that are over, of how many.
    public var sessions = 0
    public let allSessions: Int
    /// Connections that were cut, of how many; of 0 if as many as come.
    public var cuts = 0
    public let allCuts: Int
  }

  private let plan: ChaosPlan
  /// What is still to be cut, session by session.
  private let budgets: [CutBudget]
  private let fates = PendingFates()

  public init(_ plan: ChaosPlan) {
    self.plan = plan
    self.budgets = (0 ..< plan.sessions).map { _ in CutBudget(plan.cuts) }
  }

  /// Runs everything; if it is cancelled, until every session has come to its end. `progress` hears
  /// again and again how far it is.
  ///
  /// - Throws: If an engine cannot be started.
  public func run(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> ChaosReport {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("interaction-chaos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let engines = try await self.startEngines(in: folder)
    let start = ContinuousClock.now
    var report = ChaosReport(self.plan)
    let fates = Task {
      defer { self.fates.end() }
      return await self.rule(over: engines)
    }
    // In a task of its own: a task that is cancelled proves nothing.
    let sessions = Task { try await self.runSessions(on: engines.map(\.port), progress) }
    let logs = try await withTaskCancellationHandler {
      try await sessions.value
    } onCancel: {
      for budget in self.budgets { budget.end() }
    }
    fates.cancel()
    report.fates = await fates.value
    for engine in engines { report.lastExits.append(await engine.terminate()) }
    report.duration = ContinuousClock.now - start
    report.wasInterrupted = Task.isCancelled
    // An engine that was killed had no time to write everything down.
    var parts: [String: [RecordedPart]] = [:]
    if case .killed = self.plan.fate {} else { parts = try self.recordings(in: folder) }
    for log in logs {
      let check = ContractCheck(log: log, parts: parts[log.id] ?? [])
      report.add(log, check.violations, programs: check.opened.map(\.program))
    }
    return report
  }

  private func startEngines(in folder: URL) async throws -> [EngineProcess] {
    let keys = try EngineProcess.writeKeys(in: folder)
    var engines: [EngineProcess] = []
    for number in 0 ..< self.plan.engines {
      let engine = EngineProcess(
        binary: self.plan.programs[self.program(of: number)],
        arguments: [
          "--checkpoint-keys", keys.path, "--drain-deadline", "8",
          "--record", folder.appendingPathComponent("engine-\(number)").path,
          "--record-budget", "16384",
        ] + self.plan.engineOptions, wire: self.plan.wire)
      do {
        try await engine.start()
      } catch {
        for engine in engines { _ = await engine.kill() }
        throw error
      }
      engines.append(engine)
    }
    return engines
  }

  private func runSessions(
    on ports: [Int], _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> [ChaosSession.Log] {
    try await withThrowingTaskGroup(of: ChaosSession.Log?.self) { group in
      for (index, budget) in self.budgets.enumerated() {
        group.addTask {
          try await ChaosSession(
            index: index, plan: self.plan, ports: ports, budget: budget, fates: self.fates
          ).run()
        }
      }
      group.addTask {
        while (try? await Task.sleep(for: .milliseconds(500))) != nil {
          progress(self.progress)
        }
        return nil
      }
      var logs: [ChaosSession.Log] = []
      while logs.count < self.plan.sessions, case let log?? = try await group.next() {
        logs.append(log)
      }
      group.cancelAll()
      return logs
    }
  }

  private var progress: Progress {
    Progress(
      sessions: self.budgets.count(where: \.isOver), allSessions: self.plan.sessions,
      cuts: self.budgets.reduce(0) { $0 + $1.spent },
      allCuts: self.plan.sessions * (self.plan.cuts ?? 0))
  }

  /// Ends and restarts one engine after the other, until everything is over.
  private func rule(over engines: [EngineProcess]) async -> EngineFates {
    var fates = EngineFates()
    let pause: Duration
    switch self.plan.fate {
    case .none: return fates
    case .killed(let every), .drained(let every): pause = every
    }
    for round in 0 ..< self.plan.fates {
      guard (try? await Task.sleep(for: pause)) != nil else { break }
      let engine = engines[round % engines.count]
      if case .killed = self.plan.fate {
        _ = await engine.kill()
      } else {
        fates.exits.append(await engine.terminate())
      }
      fates.count += 1
      do {
        try await engine.start()
      } catch {
        fates.failedStarts["\(error)", default: 0] += 1
      }
    }
    return fates
  }

  /// Which of the programs an engine runs; both are counted from 0.
  private func program(of engine: Int) -> Int { engine % self.plan.programs.count }

  private func recordings(in folder: URL) throws -> [String: [RecordedPart]] {
    var parts: [String: [RecordedPart]] = [:]
    for number in 0 ..< self.plan.engines {
      let engine = folder.appendingPathComponent("engine-\(number)")
      for file in try FileManager.default.contentsOfDirectory(atPath: engine.path) {
        let trace = try Trace(file: engine.appendingPathComponent(file))
        if let connection = trace.header.connection {
          parts[connection.session, default: []].append(
            RecordedPart(program: self.program(of: number) + 1, trace: trace))
        }
      }
    }
    return parts
  }
}
