import Foundation
import InteractionCore
import InteractionTrace
import Synchronization

/// A chaos run: plays sessions against several engines, cuts their connections, kills or drains
/// engines, and verifies that no session is affected.
public struct ChaosRun: Sendable {
  /// The progress of a run.
  public struct Progress: Sendable {
    /// Sessions that have ended.
    public var sessions = 0
    /// The number of all sessions.
    public let allSessions: Int
    /// Connections that were cut.
    public var cuts = 0
    /// The number of planned cuts; 0 for no limit.
    public let allCuts: Int
  }

  private let plan: ChaosPlan
  /// The remaining cuts of each session.
  private let budgets: [CutBudget]
  private let fates = EngineFaultCompletion()

  public init(_ plan: ChaosPlan) {
    self.plan = plan
    // The sessions of a client program share the cuts.
    self.budgets =
      plan.client == nil
      ? (0 ..< plan.sessions).map { _ in CutBudget(plan.cuts) }
      : [CutBudget(plan.cuts.map { $0 * plan.sessions })]
  }

  /// Runs the plan. If it is cancelled, the sessions end early and in order, and the report covers
  /// them.
  ///
  /// - Parameter progress: Called every half second.
  /// - Throws: An error if an engine cannot be started.
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
      return await self.injectFaults(into: engines)
    }
    // An unstructured task, since a cancelled session could not be verified.
    let sessions = Task { try await self.runSessions(on: engines.map(\.port), progress) }
    let logs = try await withTaskCancellationHandler {
      try await sessions.value
    } onCancel: {
      for budget in self.budgets { budget.end() }
    }
    fates.cancel()
    report.fates = await fates.value
    for engine in engines { report.finalExits.append(await engine.terminate()) }
    report.duration = ContinuousClock.now - start
    report.wasInterrupted = Task.isCancelled
    // A killed engine could not flush its recordings; a client program needs none.
    let isKilled = if case .killed = self.plan.engineFault { true } else { false }
    let isRecorded = self.plan.client == nil && !isKilled
    let parts = isRecorded ? try self.recordings(in: folder) : [:]
    for log in logs {
      guard self.plan.client == nil else {
        report.add(log, log.error.map { [$0] } ?? [], programs: [])
        continue
      }
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
      while logs.count < self.budgets.count, case let log?? = try await group.next() {
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

  /// Kills or drains one engine after the other, and restarts it, until the plan is done or the
  /// task is cancelled.
  private func injectFaults(into engines: [EngineProcess]) async -> EngineFaultLog {
    var fates = EngineFaultLog()
    let pause: Duration
    switch self.plan.engineFault {
    case .none: return fates
    case .killed(let every), .drained(let every): pause = every
    }
    for round in 0 ..< self.plan.engineFaultCount {
      guard (try? await Task.sleep(for: pause)) != nil else { break }
      let engine = engines[round % engines.count]
      if case .killed = self.plan.engineFault {
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

  /// Returns the index of an engine's executable.
  private func program(of engine: Int) -> Int { engine % self.plan.programs.count }

  private func recordings(in folder: URL) throws -> [String: [ConnectionRecording]] {
    var parts: [String: [ConnectionRecording]] = [:]
    for number in 0 ..< self.plan.engines {
      let engine = folder.appendingPathComponent("engine-\(number)")
      for file in try FileManager.default.contentsOfDirectory(atPath: engine.path) {
        let trace = try Trace(file: engine.appendingPathComponent(file))
        if let connection = trace.header.connection {
          parts[connection.session, default: []].append(
            ConnectionRecording(program: self.program(of: number) + 1, trace: trace))
        }
      }
    }
    return parts
  }
}
