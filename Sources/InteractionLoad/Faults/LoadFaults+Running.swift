import InteractionChaos

extension LoadFaults {
  /// Injects each fault at its interval into the connections of `proxy`, until cancelled.
  ///
  /// - Returns: The injected faults, once cancelled.
  /// - Throws: The error of ``crash`` if the engine cannot be restarted.
  func run(on proxy: ChaosProxy) async throws -> LoadFaultLog {
    try await withThrowingTaskGroup(of: LoadFaultLog.self) { group in
      if let pause = self.cutInterval { group.addTask { await Self.cut(every: pause, proxy) } }
      if let pause = self.stallInterval {
        group.addTask { [stallDuration] in await Self.stall(every: pause, for: stallDuration, proxy)
        }
      }
      if let pause = self.crashInterval, let crash = self.crash {
        group.addTask { try await Self.crash(every: pause, crash) }
      }
      return try await group.reduce(into: LoadFaultLog()) { $0.add($1) }
    }
  }

  private static func cut(every pause: Duration, _ proxy: ChaosProxy) async -> LoadFaultLog {
    var log = LoadFaultLog()
    var how = ConnectionEnd.rst
    while await Self.sleep(for: pause) {
      log.record(.cut)
      log.counts.cuts += await proxy.cut(how)
      how = how == .rst ? .fin : .rst
    }
    return log
  }

  private static func stall(
    every pause: Duration, for time: Duration, _ proxy: ChaosProxy
  ) async -> LoadFaultLog {
    var log = LoadFaultLog()
    while await Self.sleep(for: pause) {
      log.record(.stall)
      log.counts.stalls += await proxy.halfOpen(.all, .backpressure)
      _ = await Self.sleep(for: time)
      await proxy.resume()
    }
    return log
  }

  private static func crash(every pause: Duration, _ crash: Crash) async throws -> LoadFaultLog {
    var log = LoadFaultLog()
    while await Self.sleep(for: pause) {
      log.record(.crash)
      try await crash()
      log.counts.crashes += 1
    }
    return log
  }

  /// Returns true once the interval has elapsed, false if the task is cancelled first.
  private static func sleep(for time: Duration) async -> Bool {
    (try? await Task.sleep(for: time)) != nil
  }
}
