import ArgumentParser
import InteractionCommandLine
import InteractionFiles
import InteractionFleet

/// Publishes an earlier version again.
struct Rollback: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring an earlier version of an experience into force again.",
    discussion: """
      Without a digest, the version that was in force before the one that is. It is offered to all \
      engines like a new one; see 'publish', also for the exit codes.
      """)

  @Argument(help: "The experience's name.")
  var name: String

  @Argument(help: "The beginning of the version's digest; see 'history'.")
  var digest: String?

  @Option(help: ArgumentHelp("How long engines have to accept it, 1s to 10m.", valueName: "time"))
  var within = Duration.seconds(30)

  @OptionGroup
  var fleet: FleetCommandOptions

  func validate() throws {
    try (.seconds(1) ... .seconds(600)).check(self.within, "--within")
  }

  func run() async throws {
    let document = DocumentName(.experience, self.name)
    let state = try await self.fleet.withPublisher { publisher async throws(StoreError) in
      try await publisher.state()
    }
    let version: DocumentVersion
    switch state.earlier(of: document, digest: self.digest ?? "") {
    case .found(let found): version = found
    case .none:
      Console.complain(
        "\(document) has no such earlier version at hand; 'history' shows which there are")
      throw ExitCode.failure
    case .several(let digests):
      let names = digests.map { $0.prefix(12).description.printable }.joined(separator: ", ")
      Console.complain("\(document) has several versions that begin so: \(names)")
      throw ExitCode.failure
    }
    let (fleet, within) = (self.fleet, self.within.wholeSeconds)
    let isInForce = try await TerminationSignals.withdraws(within: within) {
      try await fleet.publish(version, as: .rolledBack, within: within, needsEngines: true)
    }
    if !isInForce { throw ExitCode.failure }
  }
}
