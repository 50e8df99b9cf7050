import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionFleet
import InteractionService
import InteractionStream
import InteractionVariants

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

      A file of variants names several experience files and the share of users of each. Publishing \
      computes their buckets from the version in force, so that a user changes variants only if \
      shares demand it, prints the consequences, and publishes one document with all versions. \
      --print writes that document instead of publishing it.

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

  @Flag(
    help: "Print the document of a file of variants instead of publishing it; needs no fleet.")
  var print = false

  @Option(
    help: ArgumentHelp(
      "With --print, the document in force, whose buckets are kept; none by default.",
      valueName: "file"))
  var inForce: String?

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
    guard !self.print || self.files.count == 1, !self.print || !self.checkpointKeys else {
      throw ValidationError("--print takes exactly one file of variants")
    }
    guard self.inForce == nil || self.print else {
      throw ValidationError("--in-force needs --print; the fleet's store knows what is in force")
    }
    if !self.print { try self.fleet.requireStore() }
  }

  func run() async throws {
    if self.print { return try self.printDocument() }
    // All files are checked before the first version is offered.
    let publications = try self.files.map(self.read)
    let (fleet, within, needsEngines) = (self.fleet, self.within.wholeSeconds, !self.withoutEngines)
    let move = self.moving.record
    let isAll = try await TerminationSignals.withdrawing(within: within) {
      var isAll = true
      for publication in publications {
        let (version, state) = try await publication.version(in: fleet)
        let isInForce = try await fleet.publish(
          version, as: .published, within: within, needsEngines: needsEngines, move: move,
          since: state)
        if !isInForce { isAll = false }
      }
      return isAll
    }
    if !isAll { throw ExitCode.failure }
  }

  private func printDocument() throws {
    do throws(ExperienceFile.ReadError) {
      let former = try self.inForce.map { path throws(ExperienceFile.ReadError) in
        guard let former = VariantSet(published: try VariantsFile(path: path)) else {
          throw .invalid(["\(path): has no buckets; --in-force takes a published document"])
        }
        return former
      }
      let file = try VariantsFile(path: self.files[0])
      let (plan, text) = try file.plan(replacing: former)
      (file.warnings + file.differences + plan.notes).forEach(Console.error)
      // Unescaped: the text is the document.
      FileHandle.standardOutput.write(Data(text.utf8))
    } catch {
      error.lines.forEach(Console.error)
      if case .unreadable = error { throw ExitCode.unreadableDocument }
      throw ExitCode.badDocument
    }
  }

  private func read(_ file: String) throws -> Publication {
    do {
      if self.checkpointKeys {
        let url = URL(fileURLWithPath: file)
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        return .version(
          DocumentVersion(.checkpointKeys, digest: try CheckpointKeys(text).digest, text: text))
      }
      if ExperienceFile.hasVariants(try ExperienceFile.text(file)) {
        return .variants(try VariantsFile(path: file))
      }
      let file = try ExperienceFile(path: file)
      file.warnings.forEach(Console.error)
      return .version(
        DocumentVersion(
          DocumentName(.experience, file.experience.name), digest: file.experience.digest,
          text: file.text))
    } catch ExperienceFile.ReadError.invalid(let lines) {
      for line in lines { Console.line(line) }
      throw ExitCode.badDocument
    } catch ExperienceFile.ReadError.unreadable(let line) {
      Console.error(line)
      throw ExitCode.unreadableDocument
    } catch let error as CheckpointKeys.ReadError {
      for problem in error.problems { Console.line("\(file): \(problem)") }
      throw ExitCode.badDocument
    } catch {
      Console.error("\(file): cannot be read: \(error.localizedDescription)")
      throw ExitCode.unreadableDocument
    }
  }
}
