import ArgumentParser
import InteractionCommandLine
import InteractionFleet

/// Withdraws an experience.
struct Withdraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Withdraw an experience from all engines of a fleet.",
    discussion: """
      Sessions that are open keep it, and can be resumed; new ones cannot open it.

      Exit codes: 0 it is not in force any longer; 1 it was not withdrawn; 69 the store cannot be \
      asked.
      """)

  @Argument(help: "The experience's name.")
  var name: String

  @OptionGroup
  var fleet: FleetCommandOptions

  func run() async throws {
    let document = DocumentName(.experience, self.name)
    let outcome = try await self.fleet.withPublisher { publisher async throws(StoreError) in
      try await publisher.withdraw(document)
    }
    let words = outcome.words(of: document)
    guard outcome == .withdrawn else {
      Console.complain(words)
      throw ExitCode.failure
    }
    Console.line(words)
  }
}
