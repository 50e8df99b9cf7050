import InteractionChaos

/// What is done to a load while it runs. Its sessions come back from their checkpoints, as clients do.
package struct LoadFaults: Sendable {
  /// Ends the engine as a crash would, and starts it again.
  package typealias Crash = @Sendable () async throws -> Void

  /// How often all connections are cut, by RST and FIN in turn; nil for never.
  package var cutPause: Duration?
  /// How often all connections stand still, and for how long; nil for never.
  package var stallPause: Duration?
  package var stallTime = Duration.seconds(1)
  /// How often the engine crashes, and what makes it; nil for never.
  package var crashPause: Duration?
  package var crash: Crash?

  package init() {}

  /// How often what was done.
  package struct Counts: Hashable, Sendable, Codable {
    /// Connections that were cut, and that stood still.
    package var cuts = 0
    package var stalls = 0
    package var crashes = 0
  }

  /// Does everything in its time, on the connections of `proxy`, until it is cancelled.
  func run(on proxy: ChaosProxy) async throws -> Counts {
    try await withThrowingTaskGroup(of: Counts.self) { group in
      if let pause = self.cutPause { group.addTask { await Self.cut(every: pause, proxy) } }
      if let pause = self.stallPause {
        group.addTask { [stallTime] in await Self.stall(every: pause, for: stallTime, proxy) }
      }
      if let pause = self.crashPause, let crash = self.crash {
        group.addTask { try await Self.crash(every: pause, crash) }
      }
      return try await group.reduce(into: Counts()) { sum, part in
        sum.cuts += part.cuts
        sum.stalls += part.stalls
        sum.crashes += part.crashes
      }
    }
  }

  private static func cut(every pause: Duration, _ proxy: ChaosProxy) async -> Counts {
    var counts = Counts()
    var how = Cut.rst
    while await Self.waits(pause) {
      counts.cuts += await proxy.cut(how)
      how = how == .rst ? .fin : .rst
    }
    return counts
  }

  private static func stall(
    every pause: Duration, for time: Duration, _ proxy: ChaosProxy
  ) async -> Counts {
    var counts = Counts()
    while await Self.waits(pause) {
      counts.stalls += await proxy.halfOpen(.all, .holding)
      _ = await Self.waits(time)
      await proxy.resume()
    }
    return counts
  }

  private static func crash(every pause: Duration, _ crash: Crash) async throws -> Counts {
    var counts = Counts()
    while await Self.waits(pause) {
      try await crash()
      counts.crashes += 1
    }
    return counts
  }

  /// Returns whether the time has passed, and not the run.
  private static func waits(_ time: Duration) async -> Bool {
    (try? await Task.sleep(for: time)) != nil
  }
}
