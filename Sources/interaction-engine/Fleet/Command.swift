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
    abstract: "Send a command to a session, or to all of a user.",
    discussion: """
      Sent with the header x-interaction-key, by which proxies choose an engine, and sent again \
      while the session is on its way from one engine to another. A session does nothing twice of the \
      same name, so that it takes effect once.

      Methods: \(CommandSender.Method.allCases.map(\.rawValue).joined(separator: ", "))

      Exit codes: 0 it took effect; 1 it did not, or no session was reached; 69 no engine can be asked.

      Example: interaction-engine command select-tab '{"tab": 2}' --user ann
      """)

  @Argument(help: "What is asked for.")
  var method: CommandSender.Method

  @Argument(help: "The request's fields as JSON, without 'command'.")
  var fields = "{}"

  @Option(help: ArgumentHelp("The session that it is for.", valueName: "name"))
  var session: String?

  @Option(help: ArgumentHelp("The user whose sessions it is for.", valueName: "name"))
  var user: String?

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("The command's name; by default a new one.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("How long to try, 100ms to 10m.", valueName: "time"))
  var timeout = Duration.seconds(15)

  @OptionGroup
  var engine: EngineAddressOptions

  @Option(help: ArgumentHelp("File that holds a token of a backend.", valueName: "file"))
  var tokenFile: String?

  func validate() throws {
    guard (self.session == nil) != (self.user == nil) else {
      throw ValidationError("name either a --session or a --user")
    }
    try (.milliseconds(100) ... .seconds(600)).check(self.timeout, "--timeout")
    _ = try self.sender(token: nil)
  }

  /// The content of the token file; nil without one.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  private var token: String? {
    get throws {
      guard let tokenFile else { return nil }
      do {
        return try String(contentsOf: URL(fileURLWithPath: tokenFile), encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      } catch {
        throw Failure("\(tokenFile): cannot be read: \(error.localizedDescription)")
      }
    }
  }

  func run() async throws {
    let sender = try self.sender(token: self.token)
    let line = ProgressLine(label: "command")
    let time = self.timeout
    let results: [CommandSender.Result]
    do {
      results = try await withGRPCClient(
        transport: .http2NIOPosix(
          target: self.engine.target, transportSecurity: self.engine.security)
      ) { client in
        try await sender.send(over: client, within: time) { error in
          line.draw(0, of: 1, "\(error.message.printable); again")
        }
      }
    } catch let error as RPCError {
      line.finish()
      let reason = error.message.printable(atMost: 1_000)
      Console.complain("interaction-engine: \(self.engine.address): \(reason)")
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
      throw ValidationError("the fields are '\(self.fields)': \(error)")
    }
  }
}

extension CommandSender.Method: ExpressibleByArgument {}
