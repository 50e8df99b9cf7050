import Foundation
import GRPCCore
import GRPCInProcessTransport
import InteractionCore
import InteractionStream

@testable import InteractionService

/// An engine in this process, with a client of all its services.
final class RunningEngine: EngineCaller {
  let engine: Engine
  let client: any ServiceClient
  let metadata: Metadata
  let calls: CallTasks

  private init(
    _ engine: Engine, _ client: any ServiceClient, metadata: Metadata = [:],
    calls: CallTasks = CallTasks()
  ) {
    (self.engine, self.client, self.metadata, self.calls) = (engine, client, metadata, calls)
  }

  /// Returns the same engine for a caller with metadata.
  func called(with metadata: Metadata) -> RunningEngine {
    RunningEngine(self.engine, self.client, metadata: metadata, calls: self.calls)
  }

  /// Runs `body` with an engine that also has these experiences, by name, in YAML.
  ///
  /// - Parameter audience: The services of the engine's only listener.
  static func with(
    _ experiences: [String: String] = [:],
    _ change: (inout Engine.Configuration) -> Void = { _ in },
    audience: Engine.Audience = .all, log: EngineLog = EngineLog(),
    _ body: (RunningEngine) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("experiences-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, yaml) in experiences {
      try Data(yaml.utf8).write(to: folder.appendingPathComponent("\(name).yaml"))
    }
    var configuration = Engine.Configuration()
    configuration.directory = folder
    // A slow test machine must not count as overloaded.
    configuration.admission.lag = .seconds(100)
    configuration.admission.resumeLag = .seconds(100)
    configuration.limits.openTimeout = .seconds(100)
    configuration.limits.commandTimeout = .seconds(50)
    change(&configuration)
    let engine = try Engine(configuration, logger: log.logger)
    let transport = InProcessTransport()
    let server = engine.server(on: transport.server, for: audience)
    let client = GRPCClient(transport: transport.client)
    let running = RunningEngine(engine, client)
    let tasks: [Task<Void, Never>] = [
      Task { try? await server.serve() }, Task { try? await client.runConnections() },
      Task { await engine.run() },
    ]
    defer {
      running.calls.cancel()
      for task in tasks { task.cancel() }
    }
    try await body(running)
  }
}
