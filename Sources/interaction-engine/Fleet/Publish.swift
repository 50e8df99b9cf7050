import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionFleet
import InteractionService
import InteractionStream

/// Publishes experiences to a fleet.
struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publish experiences to all engines of a fleet.",
    discussion: """
      Validates each file and offers it to all engines. A version comes into force when every engine \
      has accepted it. It applies to new sessions; open sessions keep their version, unless \
      --move-open is set. If an engine refuses it, or does not answer in time, it comes into force \
      on no engine.

      SIGINT (Ctrl-C), SIGTERM and the loss of the store withdraw the offer. The output says whether \
      the offer was withdrawn, came into force, or can still be accepted, and for how long.

      With --checkpoint-keys the file contains checkpoint keys (see 'keygen'). All engines can open \
      checkpoints with new keys before any engine seals with them.

      Exit codes: 0 all files are in force; 1 a file is not in force; 65 a file is invalid; 66 a file \
      cannot be read; 69 the fleet store cannot be accessed.

      Example: interaction-engine publish home.yaml --fleet-store 127.0.0.1:2379
      """)

  @Argument(help: ArgumentHelp("Experience files: .yaml, .yml or .json.", valueName: "file"))
  var files: [String]

  @Flag(help: "The file contains checkpoint keys, not an experience.")
  var checkpointKeys = false

  @Option(help: ArgumentHelp("Time for engines to accept a version, 1s to 10m.", valueName: "time"))
  var within = Duration.seconds(30)

  @Flag(help: "Publish even if no engine is registered; engines check the version when they join.")
  var withoutEngines = false

  @OptionGroup
  var moving: MoveOptions

  @OptionGroup
  var fleet: FleetCommandOptions

  func validate() throws {
    try (.seconds(1) ... .seconds(600)).check(self.within, "--within")
    guard !self.checkpointKeys || self.files.count == 1 else {
      throw ValidationError("--checkpoint-keys takes exactly one file")
    }
  }

  func run() async throws {
    // All files are checked before the first version is offered.
    let versions = try self.files.map(self.read)
    let (fleet, within, needsEngines) = (self.fleet, self.within.wholeSeconds, !self.withoutEngines)
    let move = self.moving.record
    let isAll = try await TerminationSignals.withdrawing(within: within) {
      var isAll = true
      for version in versions {
        let isInForce = try await fleet.publish(
          version, as: .published, within: within, needsEngines: needsEngines, move: move)
        if !isInForce { isAll = false }
      }
      return isAll
    }
    if !isAll { throw ExitCode.failure }
  }

  private func read(_ file: String) throws -> DocumentVersion {
    do {
      if self.checkpointKeys {
        let url = URL(fileURLWithPath: file)
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        return DocumentVersion(.checkpointKeys, digest: try CheckpointKeys(text).digest, text: text)
      }
      let file = try ExperienceFile(path: file)
      file.warnings.forEach(Console.error)
      return DocumentVersion(
        DocumentName(.experience, file.experience.name), digest: file.experience.digest,
        text: file.text)
    } catch ExperienceFile.ReadError.invalid(let lines) {
      for line in lines { print(line) }
      throw ExitCode.badDocument
    } catch ExperienceFile.ReadError.unreadable(let line) {
      Console.error(line)
      throw ExitCode.unreadableDocument
    } catch let error as CheckpointKeys.ReadError {
      for problem in error.problems { print("\(file): \(problem)") }
      throw ExitCode.badDocument
    } catch {
      Console.error("\(file): cannot be read: \(error.localizedDescription)")
      throw ExitCode.unreadableDocument
    }
  }
}
