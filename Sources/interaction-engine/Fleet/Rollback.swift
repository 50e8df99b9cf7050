import ArgumentParser
import InteractionCommandLine
import InteractionExperience
import InteractionFiles
import InteractionFleet
import InteractionVariants
import InteractionWire

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
    case .found(let found): version = Self.renewed(found, in: state)
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

  /// Returns a document of variants with a new phase, since users leave their variants.
  private static func renewed(
    _ version: DocumentVersion, in state: FleetState
  ) -> DocumentVersion {
    let documents = (state.texts[version.name] ?? [:]).values.compactMap(VariantSet.init(text:))
    guard ExperienceFile.hasVariants(version.text),
      var document = try? Proto.VariantsDefinition(yaml: version.text)
    else { return version }
    document.phase = UInt32(clamping: (documents.map(\.phase).max() ?? 0) + 1)
    return DocumentVersion(
      version.name, digest: document.digest, text: document.yaml(withExperiences: [:]))
  }
}
