import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionFleet
import InteractionService

/// Sends a backend's command.
struct Command: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a command to a session, to all sessions of a user, or to all sessions.",
    discussion: """
      The call carries the routing key in the header x-interaction-key, by which proxies select an \
      engine. It is retried while the session moves between engines. The command ID is an \
      idempotency key: a session applies a command with the same ID once.

      With --all a proxy passes the call to one engine only. --fleet-store reads the names of all \
      engines from the store, and sends the command to each through the proxy.

      Methods: \(CommandSender.Method.allCases.map(\.rawValue).joined(separator: ", "))

      Exit codes: 0 applied in at least one session; 1 applied in none, or the call failed; 69 the \
      engine is unreachable.

      Example: interaction-engine command select-tab '{"tab": 2}' --user ann
      """)

  @Argument(help: "Command to send; see Methods.")
  var method: CommandSender.Method

  @Argument(help: "Request fields as JSON, without 'command'.")
  var fields = "{}"

  @Option(help: ArgumentHelp("ID of the session to address.", valueName: "id"))
  var session: String?

  @Option(help: ArgumentHelp("User whose sessions to address.", valueName: "name"))
  var user: String?

  @Flag(help: "Address all open sessions of the engine, or with --fleet-store of all engines.")
  var all = false

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("Command ID; a new UUID by default.", valueName: "id"))
  var name: String?

  @Option(help: ArgumentHelp("Time limit including retries, 100ms to 10m.", valueName: "time"))
  var timeout = Duration.seconds(15)

  @OptionGroup
  var engine: EngineAddressOptions

  @OptionGroup(title: "Fleet")
  var store: FleetStoreOptions

  func validate() throws {
    let recipients = [self.session != nil, self.user != nil, self.all]
    guard recipients.count(where: \.self) == 1 else {
      throw ValidationError("give exactly one of --session, --user and --all")
    }
    guard self.all || self.store.stores.isEmpty else {
      throw ValidationError("--fleet-store needs --all; the routing key finds other sessions")
    }
    try (.milliseconds(100) ... .seconds(600)).check(self.timeout, "--timeout")
    _ = try self.senders(to: ["all"], token: nil)
  }

  func run() async throws {
    let senders = try self.senders(to: try await self.keys, token: self.engine.token)
    let line = ProgressLine(label: "command")
    let time = self.timeout
    let results: [CommandSender.SessionResult]
    do {
      results = try await withGRPCClient(
        transport: .http2NIOPosix(
          target: self.engine.target, transportSecurity: self.engine.security)
      ) { client in
        var results: [String: CommandSender.SessionResult] = [:]
        for (index, sender) in senders.enumerated() {
          line.draw(index, of: senders.count, "engines")
          // A session that moves meanwhile answers twice, and applies the command once.
          for result in try await sender.send(
            over: client, within: time,
            again: { line.draw(index, of: senders.count, "\($0.message.printable); retrying") })
          { results[result.session] = result }
        }
        return results.values.sorted { $0.session < $1.session }
      }
    } catch let error as RPCError {
      line.finish()
      let reason = error.message.printable(atMost: 1_000)
      Console.error("interaction-engine: \(self.engine.address): \(reason)")
      throw error.code == .unavailable ? ExitCode.unreachable : ExitCode.failure
    }
    line.finish()
    for result in results {
      Console.line("\(result.session.printable): \(result.outcome.printable)")
    }
    if self.all {
      let applied = results.count(where: \.isDone)
      Console.line("applied in \(applied) of \(results.count) sessions")
    }
    if !results.contains(where: \.isDone) { throw ExitCode.failure }
  }

  /// The routing keys of the engines of a fleet, one for each.
  private var keys: [String] {
    get async throws {
      guard !self.store.stores.isEmpty else { return ["all"] }
      let engines = try await self.store.withStore { store throws(StoreError) in
        try await Publisher(store: store, user: "").state().engines
      }
      guard !engines.isEmpty else {
        throw UserFacingError("--fleet-store: the fleet has no engines; is --fleet-prefix correct?")
      }
      return HashRing(engines.keys).keys
    }
  }

  private func senders(to keys: [String], token: String?) throws -> [CommandSender] {
    let recipients: [CommandSender.Recipient] =
      if let user { [.user(user)] } else if let session { [.session(session)] } else {
        keys.map { .all(key: $0) }
      }
    let name = self.name ?? UUID().uuidString
    do {
      return try recipients.map {
        try CommandSender(self.method, named: name, to: $0, body: self.fields, token: token)
      }
    } catch {
      throw ValidationError(
        "<fields> is '\(self.fields)'; must be request fields as JSON: \(error)")
    }
  }
}

extension CommandSender.Method: ExpressibleByArgument {}
