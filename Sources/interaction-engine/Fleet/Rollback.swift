import ArgumentParser
import InteractionCommandLine
import InteractionFiles
import InteractionFleet

/// Publishes an earlier version again.
struct Rollback: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publish an earlier version of an experience again.",
    discussion: """
      The version is offered to all engines like a new one; see 'publish', also for the exit codes.
      """)

  @Argument(help: "Name of the experience.")
  var name: String

  @Argument(
    help: "Prefix of the version's digest (see 'history'); by default the previous version.")
  var digest: String?

  @Option(help: ArgumentHelp("Time for engines to accept a version, 1s to 10m.", valueName: "time"))
  var within = Duration.seconds(30)

  @OptionGroup
  var moving: MoveOptions

  @OptionGroup
  var fleet: FleetCommandOptions

  func validate() throws {
    try self.fleet.requireStore()
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
      Console.error(
        "\(document) has no matching earlier version at hand; 'history' lists the versions")
      throw ExitCode.failure
    case .ambiguous(let digests):
      let names = digests.map { $0.prefix(12).description.printable }.joined(separator: ", ")
      Console.error("\(document): the digest prefix is ambiguous: \(names)")
      throw ExitCode.failure
    }
    let (fleet, within, move) = (self.fleet, self.within.wholeSeconds, self.moving.record)
    let isInForce = try await TerminationSignals.withdrawing(within: within) {
      try await fleet.publish(
        version, as: .rolledBack, within: within, needsEngines: true, move: move)
    }
    if !isInForce { throw ExitCode.failure }
  }
}
