import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionService

/// Queries an engine's health, for containers and scripts without a gRPC client.
struct Health: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the health of an engine.",
    discussion: """
      Prints SERVING or NOT_SERVING. The check needs no token; an engine with --tls-client-ca \
      requires a client certificate.

      Exit codes: 0 SERVING; 1 NOT_SERVING, as while the engine drains; 69 the check failed, as when \
      the engine is unreachable.
      """
  )

  @OptionGroup
  var engine: EngineAddressOptions

  @Option(
    help: ArgumentHelp(
      "Service to check, such as interaction.v1.InteractionService; the engine by default.",
      valueName: "name"))
  var service = ""

  @Option(help: ArgumentHelp("Time limit, 100ms to 10m.", valueName: "time"))
  var timeout = Duration.seconds(5)

  func validate() throws {
    try (.milliseconds(100) ... .seconds(600)).check(self.timeout, "--timeout")
  }

  func run() async throws {
    let isServing: Bool
    do {
      isServing = try await withGRPCClient(
        transport: .http2NIOPosix(
          target: self.engine.target, transportSecurity: self.engine.security)
      ) { client in
        try await HealthProbe.isServing(
          self.service, over: client,
          within: self.timeout)
      }
    } catch {
      Console.error(
        "interaction-engine: \(self.engine.address): health check failed: \(Self.words(error))")
      throw ExitCode.noEngine
    }
    Console.line(isServing ? "SERVING" : "NOT_SERVING")
    if !isServing { throw ExitCode.failure }
  }

  /// Returns an error's message on one line.
  static func words(_ error: any Error) -> String {
    ((error as? RPCError)?.message ?? "\(error)").printable(atMost: 1_000)
  }
}

extension ExitCode {
  /// The engine is unavailable (`EX_UNAVAILABLE`).
  fileprivate static let noEngine = ExitCode(69)
}
