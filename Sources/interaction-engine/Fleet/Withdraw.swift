import ArgumentParser
import InteractionCommandLine
import InteractionFleet

/// Withdraws an experience.
struct Withdraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Withdraw an experience from all engines of a fleet.",
    discussion: """
      Open sessions keep it and can resume; new sessions cannot open it.

      Exit codes: 0 withdrawn; 1 not withdrawn; 69 the fleet store cannot be accessed.
      """)

  @Argument(help: "Name of the experience.")
  var name: String

  @OptionGroup
  var fleet: FleetCommandOptions

  func validate() throws { try self.fleet.requireStore() }

  func run() async throws {
    let document = DocumentName(.experience, self.name)
    let outcome = try await self.fleet.withPublisher { publisher async throws(StoreError) in
      try await publisher.withdraw(document)
    }
    let words = outcome.words(of: document)
    guard outcome == .withdrawn else {
      Console.error(words)
      throw ExitCode.failure
    }
    Console.line(words)
  }
}
