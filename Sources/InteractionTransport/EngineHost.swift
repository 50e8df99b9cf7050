import InteractionCore
import InteractionHTTP
package import InteractionService
import NIOCore
import NIOPosix

/// The process that runs an engine: beside the listeners it runs the engine's background tasks,
/// reloads the certificate, and drives a clock on every event loop.
package struct EngineHost: Sendable {
  let engine: Engine
  let security: TransportSecurity
  let limits: ConnectionLimits
  /// The connections of the listeners for clients and for all callers.
  private let connections: ConnectionCount
  /// The connections of the listeners for operators, which clients therefore cannot exhaust.
  private let operatorConnections: ConnectionCount

  package init(
    _ engine: Engine, security: TransportSecurity = .plaintext,
    limits: ConnectionLimits = ConnectionLimits()
  ) {
    self.engine = engine
    self.security = security
    self.limits = limits
    let descriptors = try? DescriptorBudget.ofProcess(cores: System.coreCount)
    self.connections = ConnectionCount(limit: limits.connections ?? descriptors?.connections ?? 64)
    {
      engine.acceptsConnections
    }
    self.operatorConnections = ConnectionCount(limit: descriptors?.operators ?? 8)
  }

  /// Returns the connection count of a listener.
  func connections(of audience: Engine.Audience) -> ConnectionCount {
    audience == .operators ? self.operatorConnections : self.connections
  }

  /// Runs the engine's background tasks while `listen` serves the listeners.
  ///
  /// - Returns: The result of `listen`.
  /// - Throws: The error of `listen`.
  package func run<Result: Sendable>(
    while listen: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.engine.run() }
      group.addTask { await self.security.run() }
      let clocks = self.startClocks()
      defer {
        group.cancelAll()
        for clock in clocks { clock.stop() }
      }
      let result = try await listen()
      await self.engine.finishRecordings()
      return result
    }
  }

  /// Runs the engine and a listener on a free port of the loopback interface while `body` runs.
  package func withLoopbackListener<Result: Sendable>(
    _ body: (_ port: Int) async throws -> Result
  ) async throws -> Result {
    let listener = EngineServer(of: self, on: "127.0.0.1", port: 0)
    return try await self.run(
      listener.serve, until: { try await body(try await listener.listeningPort) },
      closing: listener.closeConnections)
  }

  /// Runs the engine and a listener for browsers on a free port of the loopback interface while
  /// `body` runs.
  package func onWebLoopback<Result: Sendable>(
    _ body: (_ port: Int) async throws -> Result
  ) async throws -> Result {
    let listener = WebServer(of: self, on: "127.0.0.1", port: 0)
    return try await self.run(
      listener.serve, until: { try await body(try await listener.listeningPort) },
      closing: listener.closeConnections)
  }

  private func run<Result: Sendable>(
    _ serve: @escaping @Sendable () async throws -> Void, until body: () async throws -> Result,
    closing close: () -> Void
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.run { try await serve() } }
      let result = try await body()
      close()
      try await group.waitForAll()
      return result
    }
  }

  private func startClocks() -> [PeriodicTimer] {
    ListeningSocket.loops.makeIterator().enumerated().map { index, loop in
      PeriodicTimer(on: loop) { [engine, connections, operatorConnections] in
        engine.note(connections: connections.current + operatorConnections.current)
        let delay = FairScheduler.of(loop).queueDelay
        let interval = engine.lagProbeFired(
          index + 1, queueDelay: TimeSpan(microseconds: delay.nanoseconds / 1_000))
        return .microseconds(interval.microseconds)
      }
    }
  }
}
