import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionService

/// Sends a backend's command.
struct Command: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a command to a session, or to all sessions of a user.",
    discussion: """
      The call carries the routing key in the header x-interaction-key, by which proxies select an \
      engine. It is retried while the session moves between engines. The command ID is an \
      idempotency key: a session applies a command with the same ID once.

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

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("Command ID; a new UUID by default.", valueName: "id"))
  var name: String?

  @Option(help: ArgumentHelp("Time limit including retries, 100ms to 10m.", valueName: "time"))
  var timeout = Duration.seconds(15)

  @OptionGroup
  var engine: EngineAddressOptions

  @Option(help: ArgumentHelp("File with an access token of the role 'backend'.", valueName: "file"))
  var tokenFile: String?

  func validate() throws {
    guard (self.session == nil) != (self.user == nil) else {
      throw ValidationError("give exactly one of --session and --user")
    }
    try (.milliseconds(100) ... .seconds(600)).check(self.timeout, "--timeout")
    _ = try self.sender(token: nil)
  }

  /// The content of the token file; nil without one.
  ///
  /// - Throws: ``UserFacingError`` if the file cannot be read.
  private var token: String? {
    get throws {
      guard let tokenFile else { return nil }
      do {
        return try String(contentsOf: URL(fileURLWithPath: tokenFile), encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      } catch {
        throw UserFacingError(
          "--token-file is '\(tokenFile)'; cannot read it: \(error.localizedDescription)")
      }
    }
  }

  func run() async throws {
    let sender = try self.sender(token: self.token)
    let line = ProgressLine(label: "command")
    let time = self.timeout
    let results: [CommandSender.SessionResult]
    do {
      results = try await withGRPCClient(
        transport: .http2NIOPosix(
          target: self.engine.target, transportSecurity: self.engine.security)
      ) { client in
        try await sender.send(over: client, within: time) { error in
          line.draw(0, of: 1, "\(error.message.printable); retrying")
        }
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
    if !results.contains(where: \.isDone) { throw ExitCode.failure }
  }

  private func sender(token: String?) throws -> CommandSender {
    let recipient: CommandSender.Recipient =
      if let user { .user(user) } else { .session(self.session ?? "") }
    do {
      return try CommandSender(
        self.method, named: self.name ?? UUID().uuidString, to: recipient, body: self.fields,
        token: token)
    } catch {
      throw ValidationError(
        "<fields> is '\(self.fields)'; must be request fields as JSON: \(error)")
    }
  }
}

extension CommandSender.Method: ExpressibleByArgument {}
