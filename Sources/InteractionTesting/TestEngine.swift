public import Foundation
import GRPCCore
public import GRPCInProcessTransport
import InteractionCore
import InteractionService
import Logging

/// An engine within the process, for tests of apps: no socket, and no other process.
@available(InteractionEngine 1.0, *)
public enum TestEngine {
  /// Runs an engine as long as `body` runs, which reaches it over the transport that it gets.
  ///
  /// - Parameters:
  ///   - experiences: A folder of experiences, besides the built-in ones; nil for none.
  ///   - body: What is tested; it must end its sessions and shut its client down.
  /// - Throws: Everything that is wrong with the folder's files, or what `body` throws.
  public static func run<Result: Sendable>(
    experiences: URL? = nil,
    _ body: @Sendable (InProcessTransport.Client) async throws -> Result
  ) async throws -> Result {
    var configuration = Engine.Configuration()
    configuration.directory = experiences
    // What is tested is not how fast this machine is.
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
