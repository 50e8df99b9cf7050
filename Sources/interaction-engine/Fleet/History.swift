import ArgumentParser
import InteractionCommandLine
import InteractionFleet

/// Prints a document's history.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which versions of an experience were published to a fleet, and by whom.",
    discussion: """
      One line for each change, the newest first: its number, when, what, the version's digest, who, \
      and whether it is in force. Versions marked 'at hand' can be rolled back to.

      Exit codes: 0 there is a history; 1 there is none; 69 the store cannot be asked.
      """)

  @Argument(help: "The experience's name; 'checkpoint' with --checkpoint-keys.")
  var name: String

  @Flag(help: "Show the history of the checkpoint keys.")
  var checkpointKeys = false

  @OptionGroup
  var fleet: FleetCommandOptions

  func run() async throws {
    let document =
      self.checkpointKeys ? DocumentName.checkpointKeys : DocumentName(.experience, self.name)
    let state = try await self.fleet.withPublisher { publisher async throws(StoreError) in
      try await publisher.state()
    }
    if let offer = state.offers[document]?.record {
      Console.line("now: \(offer.words)")
    }
    let lines = state.historyLines(of: document)
    for line in lines { Console.line(line) }
    if lines.isEmpty {
      Console.complain("\(document) was never published here")
      throw ExitCode.failure
    }
  }
}
