public import Foundation
import GRPCCore
public import GRPCInProcessTransport
import InteractionCore
import InteractionService
import Logging

/// An in-process engine for tests of apps, without a socket or another process.
@available(InteractionEngine 1.0, *)
public enum TestEngine {
  /// Runs an engine while `body` runs.
  ///
  /// - Parameters:
  ///   - experiences: A folder of experiences, in addition to the built-in ones; nil for none.
  ///   - body: The test, which gets a transport to the engine; it must end its sessions and shut
  ///     down its client.
  /// - Throws: All errors in the folder's files, or the error of `body`.
  public static func run<Result: Sendable>(
    experiences: URL? = nil,
    _ body: @Sendable (InProcessTransport.Client) async throws -> Result
  ) async throws -> Result {
    var configuration = Engine.Configuration()
    configuration.directory = experiences
    // A slow test machine must not trigger overload protection.
    configuration.admission.lag = .seconds(10)
    let engine = try Engine(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let transport = InProcessTransport()
    let server = engine.server(on: transport.server)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve() }
      let result = try await body(transport.client)
      server.beginGracefulShutdown()
      try await group.waitForAll()
      return result
    }
  }
}
