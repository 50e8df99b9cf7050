import ArgumentParser
import InteractionCommandLine
import InteractionFleet

/// Prints a document's history.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the published versions of an experience.",
    discussion: """
      Prints a line for each change, newest first: number, time, action, digest, publisher, status. \
      The version 'in force' applies to new sessions; 'rollback' can publish those 'at hand' again.

      Exit codes: 0 success; 1 no history; 69 the fleet store cannot be accessed.
      """)

  @Argument(help: "Name of the experience; 'checkpoint' with --checkpoint-keys.")
  var name: String

  @Flag(help: "List the versions of the checkpoint keys.")
  var checkpointKeys = false

  @OptionGroup
  var fleet: FleetCommandOptions

  func validate() throws { try self.fleet.requireStore() }

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
      Console.error("\(document) was never published to this fleet")
      throw ExitCode.failure
    }
  }
}
